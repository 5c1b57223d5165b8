// Links every module of the pages as a browser does, without running it, and prints what it found as one JSON object:
// by path, the modules imported statically and dynamically, and the names imported from a module that lacks them.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { SourceTextModule } from "node:vm";

const folder = resolve(process.argv[2]);
const files = readdirSync(join(folder, "js"), { recursive: true }).filter((name) => name.endsWith(".js"));
const paths = files.map((name) => `js/${name}`).sort();
const known = new Map();

function moduleAt(path) {
  if (!known.has(path)) {
    known.set(path, new SourceTextModule(readFileSync(join(folder, path), "utf-8"), { identifier: path }));
  }
  return known.get(path);
}

const target = (path, step) => relative(folder, resolve(folder, path, "..", step));

const found = {};
for (const path of paths) {
  const source = readFileSync(join(folder, path), "utf-8");
  const entry = { imports: [], later: [], missing: [] };
  found[path] = entry;
  try {
    const module = moduleAt(path);
    if (module.status === "unlinked") {
      await module.link((step, importer) => moduleAt(target(importer.identifier, step)));
    }
    entry.imports = module.moduleRequests.map(({ specifier }) => target(path, specifier));
  } catch (error) {
    entry.missing.push(error.message);
    continue;
  }
  entry.later = [...source.matchAll(/\bimport\(\s*["']([^"']+)["']/g)].map(([, step]) => target(path, step));
  for (const [, alias, step] of source.matchAll(/import\s+\*\s+as\s+(\w+)\s+from\s+["']([^"']+)["']/g)) {
    const names = new Set(Reflect.ownKeys(moduleAt(target(path, step)).namespace));
    const used = new Set(
      [...source.matchAll(new RegExp(`(?<![\\w.$/])${alias}\\.(\\w+)`, "g"))].map(([, name]) => name),
    );
    entry.missing.push(...[...used].filter((name) => !names.has(name)).map((name) => `${alias}.${name}`));
  }
}
console.log(JSON.stringify(found));
