//! Tests of OpenAPI's table of parameter styles, with each example in each position of a request.

use kitchen_sink::types::{Color, ColorObject};
use kitchen_sink::{Client, types::builder};
use loopback::{Response, Server};

use crate::support::client;

/// Returns the examples of OpenAPI's table, and a list whose elements contain delimiters.
fn colors() -> [Color; 5] {
    let object: ColorObject = builder::ColorObject::default().r(100).g(200).b(150).build().unwrap();
    let list = |texts: &[&str]| Color::from(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    ["".into(), "blue".into(), list(&["blue", "black", "brown"]), object.into(), list(&["a,b", "c d|e;f&g=h"])]
}

fn any() -> (Client, Server) {
    let server = Server::repeating(Response::with_headers(204, &[], ""));
    (client(server.url()).build().unwrap(), server)
}

/// Checks how each operation sends the values in `colors`. A row lists the expected requests (the target and the
/// headers `color` and `cookie`), or a part of the reason if a value is refused.
macro_rules! table {
    ($($operation:ident in $place:ident $path:literal: $($expected:expr),*;)*) => {
        $({
            let (client, server) = any();
            for (color, expected) in colors().into_iter().zip::<[Sent; 5]>([$($expected),*]) {
                let sent = client.$operation().color(color.clone()).send().await;
                let row = format!("{}, {color:?}", stringify!($operation));
                match (sent, expected) {
                    (Ok(_), Ok(expected)) => {
                        let received = server.received();
                        let request = received.last().expect(&row);
                        let (target, header, cookie) = match stringify!($place) {
                            "header" => ($path.to_owned(), vec![expected], vec![]),
                            "cookie" => ($path.to_owned(), vec![], vec![expected]),
                            _ => (format!("{}{expected}", $path), vec![], vec![]),
                        };
                        assert_eq!(request.line(), format!("GET {target} HTTP/1.1"), "{row}");
                        assert_eq!((request.header("color"), request.header("cookie")), (header, cookie), "{row}");
                    }
                    (Err(error), Err(reason)) => {
                        let error = error.to_string();
                        assert!(error.contains("`color`") && error.contains(reason), "{row}: {error}");
                    }
                    (sent, expected) => panic!("{row}: {sent:?} instead of {expected:?}"),
                }
            }
        })*
    };
}

type Sent = Result<&'static str, &'static str>;

#[tokio::test]
async fn parameter_styles_match_the_examples_of_the_openapi_table() {
    const EMPTY: Sent = Err("is empty");
    const SEPARATED: Sent = Err("the character that separates the values");
    const PAIRS: Sent = Err("several `name=value` pairs");
    table! {
        style_path_simple_joined in path "/styles/path/simple/joined/":
            EMPTY, Ok("blue"), Ok("blue,black,brown"), Ok("R,100,G,200,B,150"), Ok("a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");
        style_path_simple_exploded in path "/styles/path/simple/exploded/":
            EMPTY, Ok("blue"), Ok("blue,black,brown"), Ok("R=100,G=200,B=150"), Ok("a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");
        style_path_label_joined in path "/styles/path/label/joined/":
            Err("`.` or `..`"), Ok(".blue"), Ok(".blue,black,brown"), Ok(".R,100,G,200,B,150"),
            Ok(".a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");
        style_path_label_exploded in path "/styles/path/label/exploded/":
            Err("`.` or `..`"), Ok(".blue"), Ok(".blue.black.brown"), Ok(".R=100.G=200.B=150"),
            Ok(".a%2Cb.c%20d%7Ce%3Bf%26g%3Dh");
        style_path_matrix_joined in path "/styles/path/matrix/joined/":
            Ok(";color"), Ok(";color=blue"), Ok(";color=blue,black,brown"), Ok(";color=R,100,G,200,B,150"),
            Ok(";color=a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");
        style_path_matrix_exploded in path "/styles/path/matrix/exploded/":
            Ok(";color"), Ok(";color=blue"), Ok(";color=blue;color=black;color=brown"), Ok(";R=100;G=200;B=150"),
            Ok(";color=a%2Cb;color=c%20d%7Ce%3Bf%26g%3Dh");
        style_path_simple_reserved in path "/styles/path/simple/reserved/":
            EMPTY, Ok("blue"), Ok("blue,black,brown"), Ok("R,100,G,200,B,150"), Ok("a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");

        style_query_form_joined in query "/styles/query/form/joined?":
            Ok("color="), Ok("color=blue"), Ok("color=blue,black,brown"), Ok("color=R,100,G,200,B,150"),
            Ok("color=a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");
        style_query_form_exploded in query "/styles/query/form/exploded?":
            Ok("color="), Ok("color=blue"), Ok("color=blue&color=black&color=brown"), Ok("R=100&G=200&B=150"),
            Ok("color=a%2Cb&color=c%20d%7Ce%3Bf%26g%3Dh");
        style_query_form_reserved in query "/styles/query/form/reserved?":
            Ok("color="), Ok("color=blue"), Ok("color=blue&color=black&color=brown"), Ok("R=100&G=200&B=150"),
            Ok("color=a%2Cb&color=c%20d%7Ce%3Bf%26g%3Dh");
        style_query_space_joined in query "/styles/query/space/joined?":
            Ok("color="), Ok("color=blue"), Ok("color=blue%20black%20brown"), Ok("color=R%20100%20G%20200%20B%20150"),
            SEPARATED;
        style_query_pipe_joined in query "/styles/query/pipe/joined?":
            Ok("color="), Ok("color=blue"), Ok("color=blue%7Cblack%7Cbrown"), Ok("color=R%7C100%7CG%7C200%7CB%7C150"),
            SEPARATED;
        style_query_deep_exploded in query "/styles/query/deep/exploded?":
            Ok("color="), Ok("color=blue"), Ok("color=blue&color=black&color=brown"),
            Ok("color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"), Ok("color=a%2Cb&color=c%20d%7Ce%3Bf%26g%3Dh");

        style_header_simple_joined in header "/styles/header/simple/joined":
            Ok(""), Ok("blue"), Ok("blue,black,brown"), Ok("R,100,G,200,B,150"), SEPARATED;
        style_header_simple_exploded in header "/styles/header/simple/exploded":
            Ok(""), Ok("blue"), Ok("blue,black,brown"), Ok("R=100,G=200,B=150"), SEPARATED;

        style_cookie_form_joined in cookie "/styles/cookie/form/joined":
            Ok("color="), Ok("color=blue"), Ok("color=blue,black,brown"), Ok("color=R,100,G,200,B,150"),
            Ok("color=a%2Cb,c%20d%7Ce%3Bf%26g%3Dh");
        style_cookie_form_exploded in cookie "/styles/cookie/form/exploded":
            Ok("color="), Ok("color=blue"), PAIRS, PAIRS, PAIRS;
        style_cookie_cookie_joined in cookie "/styles/cookie/cookie/joined":
            Ok("color="), Ok("color=blue"), Ok("color=blue,black,brown"), Ok("color=R,100,G,200,B,150"),
            Err("allowed in a cookie");
        style_cookie_cookie_exploded in cookie "/styles/cookie/cookie/exploded":
            Ok("color="), Ok("color=blue"), Ok("color=blue; color=black; color=brown"), Ok("R=100; G=200; B=150"),
            Err("allowed in a cookie");
    }
}
