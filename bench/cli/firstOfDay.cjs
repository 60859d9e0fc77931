// Preloaded into a child: the day has no backup yet.
const { rmSync } = require("node:fs");
const { join } = require("node:path");

rmSync(join(process.env.DAILYLEET_HOME, "backups"), { recursive: true, force: true });
