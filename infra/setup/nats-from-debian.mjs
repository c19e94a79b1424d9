// A nats-server from the unstable suite of the Debian mirror that apt on this machine already
// uses. apt checks the signatures; nothing is installed, and apt's own state is left alone.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainSource, parseSourcesList, parseSourcesStanzas, sourceLine } from './apt-sources.mjs';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';

const STEP_MS = 120_000;

/**
 * Fetches and unpacks the package into the folder, and returns the path of the program.
 * @param {{ folder: string, aptFolder?: string }} options
 * @returns {Promise<string>}
 */
export async function natsFromDebian({ folder, aptFolder = '/etc/apt' }) {
  const found = mainSource(readAptSources(aptFolder));
  if (!found) throw new SetupError(`no Debian mirror is named in ${aptFolder}`);
  let keyring = found.signedBy;
  if (keyring?.startsWith('-----BEGIN')) {
    writeFileSync(join(folder, 'mirror.asc'), `${keyring}\n`);
    keyring = join(folder, 'mirror.asc');
  }
  writeFileSync(join(folder, 'sources.list'), sourceLine(found, { suite: 'unstable', keyring }));
  const options = aptOptions(folder);
  const limits = { timeoutMs: STEP_MS, cwd: folder };
  await runCommand('apt-get', ['update', ...options], limits);
  await runCommand('apt-get', ['download', 'nats-server', ...options], limits);
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (!archive) throw new SetupError('apt-get download left no package');
  await runCommand('dpkg', ['-x', archive, 'unpacked'], limits);
  const places = ['usr/sbin', 'usr/bin'].map((place) => join(folder, 'unpacked', place));
  const program = places.map((place) => join(place, 'nats-server')).find(existsSync);
  if (!program) throw new SetupError(`${archive} holds no nats-server`);
  return program;
}

/** @param {string} aptFolder */
function readAptSources(aptFolder) {
  const parts = join(aptFolder, 'sources.list.d');
  const names = existsSync(parts) ? readdirSync(parts).sort() : [];
  const files = [join(aptFolder, 'sources.list'), ...names.map((name) => join(parts, name))];
  return files.filter(existsSync).flatMap((file) => {
    if (file.endsWith('.list')) return parseSourcesList(readFileSync(file, 'utf8'));
    if (file.endsWith('.sources')) return parseSourcesStanzas(readFileSync(file, 'utf8'));
    return [];
  });
}

/**
 * Everything apt would write goes into the folder; proxies and the like stay the machine's.
 * @param {string} folder
 */
function aptOptions(folder) {
  for (const part of ['lists/partial', 'cache/archives/partial', 'state']) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  writeFileSync(join(folder, 'status'), '');
  const settings = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::Etc::preferences': '-',
    'Dir::Etc::preferencesparts': '-',
    'Dir::State': join(folder, 'state'),
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '1',
    'APT::Default-Release': 'unstable',
    // Root's apt would otherwise drop to a user who may not write here.
    'APT::Sandbox::User': 'root',
    // A mirror that does not answer is otherwise only a warning.
    'APT::Update::Error-Mode': 'any',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}
