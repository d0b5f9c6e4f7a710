//! A disk without room: the old file stays, and nothing else.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use burtorch::io::{Checkpoint, Problem};

use crate::folder::Folder;
use crate::models::{checkpoint, params, single};

/// A small disk in memory that goes away with this value.
struct Disk<'p>(&'p Path);

impl<'p> Disk<'p> {
    /// Only the administrator may do this.
    fn mount(path: &'p Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(path).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Self(path))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        Command::new("umount").arg(self.0).status().ok();
    }
}

#[test]
fn a_full_disk_keeps_the_last_checkpoint() {
    let folder = Folder::new("full");
    let Some(disk) = Disk::mount(folder.path()) else {
        println!("skipped: only the administrator can mount a small disk");
        return;
    };
    let path = disk.0.join("run.safetensors");
    let saved = params::<single::Net>(1);
    // More than half of the disk: there is no room for another one.
    let state = vec![0.5; 150_000];
    checkpoint().save::<single::Net>(&path, &saved, &state).unwrap();
    let before = fs::read(&path).unwrap();

    let error = checkpoint().save::<single::Net>(&path, &saved, &state).unwrap_err();
    assert!(matches!(error.problem(), Problem::NotReplaced { .. }));
    assert_eq!(
        error.to_string(),
        format!(
            "{}: cannot save: No space left on device (os error 28); what was there before is untouched; free some \
             space and save again",
            path.display()
        )
    );
    assert!(fs::read(&path).unwrap() == before);
    assert_eq!(folder.names(), ["run.safetensors"]);
    let (mut params, mut other) = (vec![0.0; saved.len()], vec![0.0; state.len()]);
    assert_eq!(Checkpoint::load::<single::Net>(&path, &mut params, &mut other).unwrap(), checkpoint());
    assert!(params == saved && other == state);

    // With less to write there is room again.
    checkpoint().save::<single::Net>(&path, &saved, &[]).unwrap();
    assert_eq!(folder.names(), ["run.safetensors"]);
}
