import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitSource } from '../support/source.ts';
import { root, sourcesBelow } from '../support/tree.ts';

/** A declaration at the top of a file of `domain/`. */
interface Declared {
  readonly name: string;
  readonly isExported: boolean;
  /** Names in it. */
  readonly names: ReadonlySet<string>;
}

const HEAD =
  /^(export )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const namesIn = (code: string): ReadonlySet<string> => new Set(code.match(/[A-Za-z_$][\w$]*/g));

function declaredIn(text: string): readonly Declared[] {
  const { code } = splitSource(text);
  const heads = [...code.matchAll(HEAD)];
  return heads.map((head, i) => ({
    name: head[2] ?? '',
    isExported: head[1] !== undefined,
    names: namesIn(code.slice(head.index + head[0].length, heads[i + 1]?.index)),
  }));
}

/** Exports that no chain of declarations leads to from the product. Names stand for themselves across files. */
function unreached(declared: readonly Declared[], product: ReadonlySet<string>): readonly string[] {
  const byName = new Map<string, Declared[]>();
  for (const each of declared) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const reached = new Set<string>();
  const open = [...byName.keys()].filter((name) => product.has(name));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const { names } of byName.get(name) ?? [])
      for (const next of names) if (byName.has(next)) open.push(next);
  }
  return declared.filter(({ name, isExported }) => isExported && !reached.has(name)).map(({ name }) => name);
}

describe('an export of domain', () => {
  const source = `
    export const fee = (x: Rate) => half(x);
    function half(x: number) { return x / 2; }
    /** fee */
    export const alone = () => fee(1);
    export type Rate = number;
  `.replaceAll(/^ {4}/gm, '');
  it('is found when only comments, texts or other unused rules name it', () => {
    expect(unreached(declaredIn(source), namesIn('fee'))).toEqual(['alone']);
    expect(unreached(declaredIn(source), namesIn('half'))).toEqual(['fee', 'alone', 'Rate']);
  });
});

it('is reached by the product, every one: none stands for tests alone', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const isFace = (file: string) => file.endsWith('index.ts');
  const own = sourcesBelow('domain').filter((file) => file.endsWith('.ts') && !isFace(file));
  const product = new Set<string>();
  for (const file of ['feeds', 'workers', 'server', 'src'].flatMap((folder) => sourcesBelow(folder)))
    if (!file.endsWith('.css')) for (const name of namesIn(splitSource(read(file)).code)) product.add(name);
  // What a public face assembles, such as the contract's examples, is used.
  for (const file of sourcesBelow('domain').filter(isFace)) {
    const { code } = splitSource(read(file));
    for (const name of namesIn(code.replaceAll(/export (\*|type \{[^}]*\}|\{[^}]*\}) from\b/g, '')))
      product.add(name);
  }
  expect(
    unreached(
      own.flatMap((file) => declaredIn(read(file))),
      product,
    ),
  ).toEqual([]);
});
