// Reads apt's own sources, so that the mirror this machine already uses and trusts can be asked
// for another suite. Both forms are read: one-line `.list` and deb822 `.sources`.

/**
 * @typedef {object} AptSource
 * @property {string} uri
 * @property {string[]} suites
 * @property {string[]} components
 * @property {string} [signedBy] a keyring file, or an armoured key
 * @property {string} [trusted]
 */

/**
 * @param {string} text a `.list` file
 * @returns {AptSource[]}
 */
export function parseSourcesList(text) {
  const sources = [];
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)([^#]*)/.exec(line);
    if (!match) continue;
    const [, options = '', uri = '', suite = '', components = ''] = match;
    const named = new Map(options.split(/\s+/).map((option) => splitOnce(option, '=')));
    sources.push(source(uri, [suite], words(components), named));
  }
  return sources;
}

/**
 * @param {string} text a deb822 `.sources` file
 * @returns {AptSource[]}
 */
export function parseSourcesStanzas(text) {
  const uncommented = text.replace(/^#.*\n?/gm, '');
  return uncommented.split(/\n\s*\n/).flatMap((stanza) => {
    // A line that begins with a space continues the field above it.
    const fields = stanza.split(/\n(?=\S)/).map((field) => splitOnce(field, ':'));
    const named = new Map(fields);
    if (named.get('enabled') === 'no' || !words(named.get('types')).includes('deb')) return [];
    return words(named.get('uris')).map((uri) =>
      source(uri, words(named.get('suites')), words(named.get('components')), named),
    );
  });
}

/**
 * The source of the distribution itself, not of its security or update suites. Third parties can
 * look alike, so one that is named for Debian goes first.
 * @param {AptSource[]} sources
 * @returns {AptSource | undefined}
 */
export function mainSource(sources) {
  const alike = sources.filter(
    ({ suites, components }) =>
      components.includes('main') && suites.some((suite) => /^[a-z]+$/.test(suite)),
  );
  return alike.find(({ uri }) => uri.includes('debian')) ?? alike[0];
}

/**
 * The one-line form of the same mirror with another suite.
 * @param {AptSource} source
 * @param {{ suite: string, keyring: string | undefined }} wanted
 * @returns {string}
 */
export function sourceLine({ uri, trusted }, { suite, keyring }) {
  const options = [keyring && `signed-by=${keyring}`, trusted && `trusted=${trusted}`];
  const given = options.filter(Boolean).join(' ');
  return `deb ${given && `[${given}] `}${uri} ${suite} main\n`;
}

/**
 * @param {string} uri
 * @param {string[]} suites
 * @param {string[]} components
 * @param {Map<string, string>} named
 * @returns {AptSource}
 */
function source(uri, suites, components, named) {
  const signedBy = named.get('signed-by');
  const trusted = named.get('trusted');
  return {
    uri,
    suites,
    components,
    ...(signedBy && { signedBy: unfold(signedBy) }),
    ...(trusted && { trusted }),
  };
}

/**
 * An embedded key is indented by one space, and its empty lines are written as a dot.
 * @param {string} value
 */
function unfold(value) {
  const lines = value.split('\n').map((line) => line.trim());
  return lines.map((line) => (line === '.' ? '' : line)).join('\n');
}

/**
 * @param {string} text
 * @param {string} separator
 * @returns {[string, string]}
 */
function splitOnce(text, separator) {
  const [name = '', ...rest] = text.split(separator);
  return [name.trim().toLowerCase(), rest.join(separator).trim()];
}

/** @param {string | undefined} text */
function words(text) {
  return (text ?? '').split(/\s+/).filter(Boolean);
}
