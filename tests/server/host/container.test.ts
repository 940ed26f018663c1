import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, it } from 'vitest';
// @ts-expect-error a script without types
import { billOf, closureOf, PARTS, packagesIn } from '../../../scripts/container.mjs';
// @ts-expect-error a script without types
import { NODE_FLAGS } from '../../../scripts/nodeFlags.mjs';
import { bundle } from '../../support/bundle.ts';
import { isLong } from '../../support/often.ts';
import { sourcesOf } from '../../support/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'container-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(isLong)(
  'npm run ops runs in what the image holds',
  async () => {
    for (const part of PARTS as readonly string[]) {
      if (part === 'dist') continue;
      mkdirSync(dirname(join(folder, part)), { recursive: true });
      cpSync(part, join(folder, part), { recursive: true });
    }
    // The bundle itself, at its place: it has to find migrations by the folder that it lies in.
    cpSync(dirname(await bundle('server/ops.ts')), join(folder, 'dist/server'), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    renameSync(join(folder, 'dist/server/child.mjs'), join(folder, 'dist/server/ops.js'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const { DATABASE_URL: _, TIDEMARK_ROOT: __, ...env } = process.env;
    const data = join(folder, 'data');
    const verify = () =>
      promisify(execFile)('npm', ['run', '--silent', 'ops', '--', 'ledger', 'verify'], {
        cwd: folder,
        env: { ...env, DATA_DIR: data },
      });
    // A wrong folder is no new exchange.
    await expect(verify()).rejects.toMatchObject({
      code: 1,
      stderr: `No exchange has kept anything in ${data}: set DATA_DIR to the folder of the one that you mean.\n`,
    });
    expect(existsSync(data)).toBe(false);
    cpSync(join(inject('templateFolder'), 'db'), join(data, 'db'), { recursive: true });
    expect((await verify()).stdout).toMatch(/^The books agree: 0 accounts/);
  },
  60_000,
);

it('image and service run Node with the same flags as npm start', () => {
  const command = ['node', ...(NODE_FLAGS as readonly string[]), 'dist/server/main.js'];
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    `CMD [${command.map((each) => `"${each}"`).join(', ')}]`,
  );
  expect(readFileSync('deploy/tidemark.service', 'utf8')).toContain(`/usr/bin/${command.join(' ')}\n`);
});

describe('the packages of the image', () => {
  it('are read from imports of every form', () => {
    const text = `import{a}from"hono";import"ws";const b=await import("@a/b/c");export*from'x/y';import{c}from"node:fs";import d from"./e.js";import f from"fs";`;
    expect([...packagesIn(text)].sort()).toEqual(['@a/b', 'hono', 'ws', 'x']);
  });

  it('are all that the exchange’s sources import, with all that these need', () => {
    const imported = new Set<string>();
    for (const file of sourcesOf(['server/main.ts', 'server/ops.ts', 'server/host/record/main.ts']))
      for (const name of packagesIn(
        readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, ''),
      ) as Set<string>)
        imported.add(name);
    expect(imported.size).toBeGreaterThan(15);
    const kept = [...(closureOf(imported) as Set<string>)];
    for (const place of kept) {
      const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      for (const name of Object.keys(dependencies))
        if (!builtinModules.includes(name))
          expect([place, name, kept.some((each) => each.endsWith(`node_modules/${name}`))]).toEqual([
            place,
            name,
            true,
          ]);
    }
    const names = kept.map((place) => place.replace(/^.*node_modules\//, ''));
    // What only the page needs, and what only builds and tests do, stays outside.
    for (const outside of [
      'react',
      'lucide-react',
      'lightweight-charts',
      'vite',
      'typescript',
      '@playwright/test',
    ])
      expect([outside, names.includes(outside)]).toEqual([outside, false]);
    // Each stands in the bill of materials, with its version.
    const { components } = billOf(new Set(kept)) as { components: { 'bom-ref': string; purl: string }[] };
    expect(components.length).toBeGreaterThan(50);
    for (const { purl } of components) expect(purl).toMatch(/^pkg:npm\/.+@\d/);
  });
});
