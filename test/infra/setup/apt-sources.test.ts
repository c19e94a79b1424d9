// What a Debian machine says about its mirror, in both forms, and what is asked of that mirror.
import { expect, test } from 'vitest';
import {
  mainSource,
  parseSourcesList,
  parseSourcesStanzas,
  sourceLine,
} from '../../../infra/setup/apt-sources.mjs';

const LIST = `# a comment
deb-src http://mirror.example/debian stable main
# deb http://mirror.example/off stable main
deb [arch=amd64 signed-by=/keys/other.gpg] https://tools.example/apt nodistro main
deb [ signed-by=/keys/debian.gpg trusted=yes ] http://mirror.example/debian stable main contrib # x
deb http://mirror.example/debian-security stable-security main
`;

const STANZAS = `Types: deb deb-src
# an older address
URIs: http://mirror.example/debian http://second.example/debian
Suites: stable stable-updates
Components: main non-free
Signed-By: /keys/debian.gpg

Types: deb
URIs: http://off.example/debian
Suites: stable
Components: main
Enabled: no

Types: deb
URIs: http://mirror.example/debian-security
Suites: stable-security
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
 -----END PGP PUBLIC KEY BLOCK-----
`;

test('reads the one-line form with its options', () => {
  expect(parseSourcesList(LIST)).toEqual([
    {
      uri: 'https://tools.example/apt',
      suites: ['nodistro'],
      components: ['main'],
      signedBy: '/keys/other.gpg',
    },
    {
      uri: 'http://mirror.example/debian',
      suites: ['stable'],
      components: ['main', 'contrib'],
      signedBy: '/keys/debian.gpg',
      trusted: 'yes',
    },
    {
      uri: 'http://mirror.example/debian-security',
      suites: ['stable-security'],
      components: ['main'],
    },
  ]);
});

test('reads the deb822 form, leaving out what is disabled', () => {
  const sources = parseSourcesStanzas(STANZAS);
  expect(sources.map(({ uri }) => uri)).toEqual([
    'http://mirror.example/debian',
    'http://second.example/debian',
    'http://mirror.example/debian-security',
  ]);
  expect(sources[0]).toEqual({
    uri: 'http://mirror.example/debian',
    suites: ['stable', 'stable-updates'],
    components: ['main', 'non-free'],
    signedBy: '/keys/debian.gpg',
  });
});

test('reads a key that is embedded in a stanza', () => {
  expect(parseSourcesStanzas(STANZAS).at(-1)?.signedBy).toBe(
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabc\n-----END PGP PUBLIC KEY BLOCK-----',
  );
});

test('takes the mirror of the distribution, not a third party or the security suite', () => {
  expect(mainSource(parseSourcesList(LIST))?.uri).toBe('http://mirror.example/debian');
  expect(mainSource(parseSourcesStanzas(STANZAS))?.uri).toBe('http://mirror.example/debian');
  expect(mainSource([])).toBeUndefined();
});

test('asks that mirror for the other suite under the same trust', () => {
  const [source] = parseSourcesStanzas(STANZAS);
  if (!source) throw new Error('the first stanza is missing');
  const suite = 'unstable';
  expect(sourceLine(source, { suite, keyring: '/keys/debian.gpg' })).toBe(
    'deb [signed-by=/keys/debian.gpg] http://mirror.example/debian unstable main\n',
  );
  expect(sourceLine(source, { suite, keyring: undefined })).toBe(
    'deb http://mirror.example/debian unstable main\n',
  );
});
