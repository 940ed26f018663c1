import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitSource } from './support/source.ts';
import { root, sourcesBelow } from './support/tree.ts';

/** Words of a private dialect, and the field's word for each. */
const WORDS: Readonly<Record<string, string>> = {
  told: 'published, reported, shown',
  tell: 'publish, report, show',
  tells: 'publishes, reports, shows',
  telling: 'publishing, reporting, showing',
  tellings: 'notification settings',
  asked: 'requested',
  asker: 'requester',
  askers: 'requesters',
  hear: 'receive',
  hears: 'receives',
  heard: 'received',
  anew: 'again',
  whoever: 'who it is: the user, the caller, the reader',
  purse: 'house account, inventory, balance',
  desk: 'order book',
  doorway: 'yieldToSockets',
  wish: 'request, subscription, input',
  wishes: 'requests, subscriptions',
  wished: 'requested',
  carrier: 'transport',
  manner: 'report, kind',
  person: 'user',
  persons: 'users',
  people: 'users',
};

/** Words that sentences may have and names may not: a name says what it is, not what became of it. */
const NAMES: Readonly<Record<string, string>> = {
  said: 'reported, sent, described, or what it is: frame, answer, message',
};

/** Names on the wire, in the database and in what devices have stored. */
const STAYS = new Set([
  ...['heardAt', 'heard_at', 'hasBeenAsked'],
  // An operator’s settings, and what a document calls somebody.
  ...['PEOPLE_PER_ADDRESS', 'TWO_PEOPLE_ABOVE', 'twoPeopleAbove', 'isPersonName'],
]);

const FOLDERS = ['domain', 'feeds', 'workers', 'server', 'src', 'tests', 'bench', 'scripts', 'build'];

/** The words of a name: `isToldSlow` is three. */
const partsOf = (name: string): readonly string[] =>
  name.split(/(?=[A-Z])|[_$]/).map((part) => part.toLowerCase());

/** What a source says in the dialect: names, and words of comments. */
function dialectOf(text: string): readonly string[] {
  const { code, comments } = splitSource(text);
  const names = (code.match(/[A-Za-z_$][\w$]*/g) ?? []).filter(
    (name) =>
      !STAYS.has(name) &&
      partsOf(name).some((part) => Object.hasOwn(WORDS, part) || Object.hasOwn(NAMES, part)),
  );
  const words = comments.flatMap((comment) =>
    (comment.match(/[A-Za-z]+/g) ?? []).filter((word) => Object.hasOwn(WORDS, word.toLowerCase())),
  );
  return [...new Set([...names, ...words])];
}

describe('the dialect', () => {
  it.each([
    ['const isToldSlow = 1;', ['isToldSlow']],
    ['class A { #asker = b.tell(1); }', ['asker', 'tell']],
    ['// Whoever is there\nlet a = 1; /* hears */', ['Whoever', 'hears']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
    ['const a = `told ${asked(`told`)} told`;', ['asked']],
    ["const a = 'told'; const b = /it's told/; const c = 1 / told / 2;", ['told']],
    ['const asks = heardAt;', []],
    ['const isSaid = 1; // what was said', ['isSaid']],
  ])('is found in names and comments, not in texts: %s', (text, found) => {
    expect(dialectOf(text)).toEqual(found);
  });
});

it('is in no name and no comment', () => {
  const spoken = FOLDERS.flatMap((folder) => sourcesBelow(folder, root, /\.(tsx?|mjs)$/))
    .filter((file) => file !== join('tests', 'words.test.ts'))
    .flatMap((file) => {
      const found = dialectOf(readFileSync(join(root, file), 'utf8'));
      return found.length > 0 ? [`${file}: ${found.join(', ')}`] : [];
    });
  expect(spoken).toEqual([]);
});
