//! Reads the modules of a crate from its source code, and the modules that each of them imports. Tests are ignored.
//! Code that a macro defines or quotes is ignored as well, because it imports something only where the macro is used.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::Path,
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, File, Item, ItemFn, ItemMacro, ItemMod, ItemUse, Macro, UseTree, Visibility,
    visit::{self, Visit},
};

/// The path of a module, such as `emit::builders`. The path of the crate itself is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(Vec<String>);

impl Name {
    /// Returns the name of the top-level module that this module is or belongs to, or `lib` for the crate root.
    pub fn top(&self) -> &str {
        self.0.first().map_or("lib", String::as_str)
    }

    fn child(&self, name: &str) -> Self {
        Self(self.0.iter().cloned().chain([name.to_owned()]).collect())
    }

    fn parent(&self) -> Self {
        Self(self.0[..self.0.len() - 1].to_vec())
    }

    /// Returns the innermost module that contains both modules, and its two children that are or contain them. For
    /// example, `a::b` and `a::c::d` have the parent `a` and the children `a::b` and `a::c`. Returns `None` if one
    /// module contains the other.
    pub fn neighbours(&self, other: &Self) -> Option<(Self, Self, Self)> {
        let common = self.0.iter().zip(&other.0).take_while(|(a, b)| a == b).count();
        let folder = Self(self.0[..common].to_vec());
        let (own, others) = (folder.child(self.0.get(common)?), folder.child(other.0.get(common)?));
        Some((folder, own, others))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("lib") } else { f.write_str(&self.0.join("::")) }
    }
}

/// The modules of a crate, each with the modules whose items it imports.
pub type Imports = BTreeMap<Name, BTreeSet<Name>>;

pub fn imports(root: &Path) -> Imports {
    let mut modules = Modules::default();
    modules.read_file(root, &Name::default());
    let found = modules.0.iter().map(|(name, module)| {
        let imported =
            module.paths.iter().filter_map(|path| modules.origin(name, path)).filter(|origin| origin != name);
        (name.clone(), imported.collect())
    });
    found.collect()
}

#[derive(Default)]
struct Modules(BTreeMap<Name, Module>);

#[derive(Default)]
struct Module {
    paths: Vec<Vec<String>>,
    /// The names that the module's `use` declarations define, with the paths for which they stand. The crate root also
    /// contains the names of exported macros.
    names: BTreeMap<String, Vec<String>>,
}

impl Modules {
    fn read_file(&mut self, file: &Path, name: &Name) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let code: File = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut reader = Reader { modules: self, name: name.clone(), files: Vec::new() };
        reader.read_items(&code.items);
        let is_root = ["lib.rs", "mod.rs"].iter().any(|root| file.ends_with(root));
        let folder = if is_root { file.with_file_name("") } else { file.with_extension("") };
        for child in reader.files {
            let leaf = child.0.last().expect("is no root");
            let alone = folder.join(format!("{leaf}.rs"));
            self.read_file(&if alone.exists() { alone } else { folder.join(leaf).join("mod.rs") }, &child);
        }
    }

    /// Returns the module that defines the item to which `path` refers in the module `name`. Re-exports are followed.
    /// Returns `None` if the item is not in this crate.
    fn origin(&self, name: &Name, path: &[String]) -> Option<Name> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.inside(Name::default(), rest),
            "self" => self.inside(name.clone(), rest),
            "super" => {
                let ups = rest.iter().take_while(|segment| *segment == "super").count();
                self.inside((0..ups).fold(name.parent(), |name, _| name.parent()), &rest[ups..])
            }
            _ if !rest.is_empty() && self.0.contains_key(&name.child(first)) => self.inside(name.clone(), path),
            _ => None,
        }
    }

    fn inside(&self, name: Name, path: &[String]) -> Option<Name> {
        let Some((first, rest)) = path.split_first() else { return Some(name) };
        let child = name.child(first);
        if self.0.contains_key(&child) {
            return self.inside(child, rest);
        }
        match self.0[&name].names.get(first) {
            Some(renamed) => self.origin(&name, &[renamed, rest].concat()),
            None => Some(name),
        }
    }
}

struct Reader<'a> {
    modules: &'a mut Modules,
    name: Name,
    /// The child modules whose code is in other files.
    files: Vec<Name>,
}

impl Reader<'_> {
    fn read_items(&mut self, items: &[Item]) {
        self.modules.0.entry(self.name.clone()).or_default();
        items.iter().for_each(|item| self.visit_item(item));
    }

    fn current_module(&mut self) -> &mut Module {
        self.modules.0.entry(self.name.clone()).or_default()
    }

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.import(&tree.tree, path);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path.clone())),
            UseTree::Glob(_) => self.current_module().paths.push(path),
            UseTree::Name(tree) => self.add_name(&tree.ident.to_string(), &tree.ident.to_string(), path),
            UseTree::Rename(tree) => self.add_name(&tree.ident.to_string(), &tree.rename.to_string(), path),
        }
    }

    fn add_name(&mut self, item: &str, name: &str, mut path: Vec<String>) {
        if item != "self" {
            path.push(item.to_owned());
        }
        self.current_module().names.insert(name.to_owned(), path.clone());
        self.current_module().paths.push(path);
    }

    fn add_macro_paths(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) if path.is_empty() || colons == 2 => path.push(name.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() && colons < 2 => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(name) => {
                    self.current_module().paths.push(std::mem::replace(&mut path, vec![name.to_string()]));
                }
                other => {
                    self.current_module().paths.push(std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.add_macro_paths(group.stream());
                    }
                }
            }
            colons = 0;
        }
        self.current_module().paths.push(path);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_test(&item.attrs) {
            return;
        }
        let child = self.name.child(&item.ident.to_string());
        // A module with a `#[path]` attribute contains generated code outside the source folder.
        let is_generated = item.attrs.iter().any(|attribute| attribute.path().is_ident("path"));
        let items: &[_] = match &item.content {
            Some((_, items)) => items,
            None if is_generated => &[],
            None => return self.files.push(child),
        };
        let parent = std::mem::replace(&mut self.name, child);
        self.read_items(items);
        self.name = parent;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            self.import(&item.tree, Vec::new());
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.current_module().paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        let is_quote = item.path.segments.last().is_some_and(|name| name.ident.to_string().contains("quote"));
        if !is_quote {
            self.add_macro_paths(item.tokens.clone());
        }
    }

    /// Ignores the code that a `macro_rules!` macro defines. If the macro is exported, its name is added to the crate
    /// root.
    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        match &item.ident {
            None => visit::visit_item_macro(self, item),
            Some(name) if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) => {
                let path = ["crate".to_owned()].into_iter().chain(self.name.0.iter().cloned()).collect();
                self.modules.0.entry(Name::default()).or_default().names.insert(name.to_string(), path);
            }
            Some(_) => {}
        }
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}
