//! A small WebDriver client for the tests, mostly commands of chromedriver.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::installed::skip;

const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A browser and its driver.
pub(crate) struct Browser {
    driver: Child,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser; `None`, and a word about it, where none is installed.
    pub(crate) fn start() -> Option<Browser> {
        let (Some(driver), Some(chromium)) = (find("chromedriver"), find("chromium")) else {
            skip("chromium and chromedriver are not installed");
            return None;
        };
        let mut driver =
            Command::new(driver).arg("--port=0").stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port: u16 = lines
            .find_map(|line| {
                let line = line.unwrap();
                line.split_once("started successfully on port ")?
                    .1
                    .trim_end_matches('.')
                    .parse()
                    .ok()
            })
            .expect("chromedriver says its port");
        let profile = tempfile::tempdir().unwrap();
        let mut arguments = ARGUMENTS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let options = json!({ "binary": chromium, "args": arguments });
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let address = format!("http://127.0.0.1:{port}/session");
        let answer = post(&address, &capabilities);
        let session = format!("{address}/{}", answer["sessionId"].as_str().unwrap());
        Some(Browser { driver, session, _profile: profile })
    }

    fn command(&self, name: &str, parameters: &Value) -> Value {
        post(&format!("{}/{name}", self.session), parameters)
    }

    fn devtools(&self, command: &str, parameters: &Value) {
        self.command("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// Opens an address, and waits for the page.
    pub(crate) fn open(&self, address: &str) {
        self.command("url", &json!({ "url": address }));
    }

    /// The return value of this script of the page.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until this expression is true, half a minute at most.
    pub(crate) fn wait_for(&self, condition: &str) {
        let begun = Instant::now();
        while self.run(&format!("return Boolean({condition})")) != json!(true) {
            assert!(begun.elapsed() < Duration::from_secs(30), "not within 30 s: {condition}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses a key and lets it go.
    pub(crate) fn press(&self, key: &str) {
        let actions = ["keyDown", "keyUp"].map(|action| json!({ "type": action, "value": key }));
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.command("actions", &json!({ "actions": [keyboard] }));
    }

    /// `light` or `dark`, and the width of the window in pixels.
    pub(crate) fn look(&self, scheme: &str, width: u32) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools("Emulation.setEmulatedMedia", &json!({ "media": "", "features": features }));
        let metrics =
            json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// The page as it is printed by a browser of this colour scheme.
    pub(crate) fn print(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let media = json!({ "media": "print", "features": features });
        self.devtools("Emulation.setEmulatedMedia", &media);
    }

    /// Errors and warnings of the console since the last time.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let entries = self.command("se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().unwrap().iter();
        let serious =
            entries.filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        serious.map(|entry| entry["message"].as_str().unwrap().to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn post(address: &str, body: &Value) -> Value {
    let config = ureq::Agent::config_builder().http_status_as_error(false).build();
    let mut answer = config.new_agent().post(address).send_json(body).unwrap();
    let mut answer: Value = answer.body_mut().read_json().unwrap();
    let value = answer["value"].take();
    assert!(value["error"].is_null(), "{address}: {value}");
    value
}

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|place| place.join(program)).find(|path| path.is_file())
}

/// The address of a file.
pub(crate) fn file(path: &Path) -> String {
    format!("file://{}", path.display())
}
