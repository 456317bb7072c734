//! What players share: heuristics and endgame tables, each loaded once, on first use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::endgame::Database;
use crate::files::DataFolders;
use crate::heuristics::{self, EvaluationTable};
use crate::rules::RemovalRule;

use super::ntuple::{self, NTupleError, NTuples};

/// The data folders and what was loaded from them. Shared between threads.
#[derive(Debug)]
pub struct Resources {
    folders: DataFolders,
    evaluations: Mutex<HashMap<String, Arc<EvaluationTable>>>,
    ntuples: Mutex<HashMap<String, Arc<NTuples>>>,
    databases: Mutex<HashMap<RemovalRule, Arc<Database>>>,
}

impl Resources {
    /// Resources from these folders; nothing is loaded yet.
    pub fn new(folders: DataFolders) -> Resources {
        Resources { folders, evaluations: Mutex::default(), ntuples: Mutex::default(), databases: Mutex::default() }
    }

    /// The data folders.
    pub fn folders(&self) -> &DataFolders {
        &self.folders
    }

    /// A tabulated heuristic by its name.
    pub fn evaluation(&self, name: &str) -> Result<Arc<EvaluationTable>, heuristics::LoadError> {
        // The lock is held while loading, so that two players that want the same net do not both tabulate it.
        let mut evaluations = self.evaluations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = evaluations.get(name) {
            return Ok(table.clone());
        }
        let heuristic = heuristics::library::load(name, Some(&self.folders.heuristics()))?;
        let table = Arc::new(EvaluationTable::new(heuristic));
        evaluations.insert(name.to_owned(), table.clone());
        Ok(table)
    }

    /// A tabulated heuristic that comes with the program, whatever the folder has under its name.
    pub fn shipped_evaluation(&self, name: &str) -> Result<Arc<EvaluationTable>, heuristics::LoadError> {
        let mut evaluations = self.evaluations.lock().unwrap_or_else(PoisonError::into_inner);
        // No file can have this name.
        let key = format!("shipped/{name}");
        if let Some(table) = evaluations.get(&key) {
            return Ok(table.clone());
        }
        let table = Arc::new(EvaluationTable::new(heuristics::library::load(name, None)?));
        evaluations.insert(key, table.clone());
        Ok(table)
    }

    /// Lets everyone play with a heuristic as it is now, whatever its file says.
    pub fn use_evaluation(&self, table: Arc<EvaluationTable>) {
        let name = table.heuristic().name.clone();
        let mut evaluations = self.evaluations.lock().unwrap_or_else(PoisonError::into_inner);
        // Names that differ in case mean the same heuristic.
        evaluations.retain(|_, known| known.heuristic().name != name);
        evaluations.insert(name, table);
    }

    /// Forgets a heuristic, because its file has changed.
    pub fn forget_evaluation(&self, name: &str) {
        let mut evaluations = self.evaluations.lock().unwrap_or_else(PoisonError::into_inner);
        // Names that differ in case may mean the same file.
        let same = |known: &str| known.to_lowercase() == name.to_lowercase();
        evaluations.retain(|known, table| !same(known) && !same(&table.heuristic().name));
    }

    /// An n-tuple network by its name.
    pub fn ntuples(&self, name: &str) -> Result<Arc<NTuples>, NTupleError> {
        let mut networks = self.ntuples.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = networks.get(name) {
            return Ok(network.clone());
        }
        let network = Arc::new(ntuple::load(name, &self.folders.heuristics())?);
        networks.insert(name.to_owned(), network.clone());
        Ok(network)
    }

    /// Forgets an n-tuple network, because its file has changed.
    pub fn forget_ntuples(&self, name: &str) {
        let mut networks = self.ntuples.lock().unwrap_or_else(PoisonError::into_inner);
        networks.retain(|known, _| known.to_lowercase() != name.to_lowercase());
    }

    /// Forgets the endgame database of a rule, because there are more tables now.
    pub fn forget_endgame(&self, rule: RemovalRule) {
        self.databases.lock().unwrap_or_else(PoisonError::into_inner).remove(&rule);
    }

    /// The endgame database of a rule: the embedded tables and the larger ones in the folder. Tables that were never built
    /// are not an error and cost the search nothing.
    pub fn endgame(&self, rule: RemovalRule) -> Arc<Database> {
        let mut databases = self.databases.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || {
            let database = Arc::new(Database::open_all(&self.folders.endgame(), rule));
            let unpacked = database.clone();
            // A search that is the first to need a table cannot be stopped while it is unpacked, so a thread unpacks all
            // of them now. Without that thread everything still works.
            let _ = thread::Builder::new().name("endgame tables".into()).spawn(move || unpacked.unpack_embedded());
            database
        };
        databases.entry(rule).or_insert_with(open).clone()
    }
}
