import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../base/commands/command.ts';
import { SettingError } from '../base/config.ts';
import { reported, timeOf } from '../base/opsAnswer.ts';
import type { Settings } from '../base/settings.ts';
import type { OpsDeps } from '../books/users/opsCommand.ts';
import { addTerms } from '../books/venue/terms.ts';
import type { Terms, TermsKind } from '../books/venue/termsForm.ts';
import { readTerms, termsKinds } from '../books/venue/termsForm.ts';
import { recorded } from './opsActs.ts';
import { laterWith, unlistable } from './opsTerms.ts';

interface Read {
  readonly kind: TermsKind;
  readonly file: string;
  readonly terms: Terms[TermsKind];
}

/**
 * Takes over what the venue's folder says of fees, limits and markets, once: a file that says what it said the last time
 * changes nothing, so that what an operator has said since stays. All of them, or none where one is wrong.
 * @throws {SettingError} naming file and field.
 */
export async function takeVenueFiles(
  deps: Pick<OpsDeps, 'db' | 'clock' | 'published'>,
  { brandDir }: Pick<Settings, 'brandDir'>,
): Promise<void> {
  if (brandDir === undefined) return;
  const read = termsKinds.flatMap((kind) => fileOf(resolve(brandDir), kind));
  const fresh: Read[] = [];
  for (const each of read) if (await isNew(deps, each)) fresh.push(each);
  for (const { kind, file, terms } of fresh) {
    const why = kind === 'markets' ? await unlistable(deps, terms as Terms['markets']) : undefined;
    if (why !== undefined) throw new SettingError(`${file}: ${why}`);
  }
  for (const { kind, file, terms } of fresh)
    await recorded(
      deps,
      { who: `file ${file}`.slice(0, 200), why: '' },
      `${kind} set`,
      [JSON.stringify(terms)],
      async () => {
        await run(deps, async (work) => {
          const later = kind === 'markets' ? [] : await laterWith(work.tx, kind, terms, work.at);
          await addTerms(work, { kind, terms, origin: 'file' });
          for (const { terms: wanted, since } of later) {
            const then = readTerms(kind, wanted);
            if ('wrong' in then)
              throw new SettingError(`${file}: from ${timeOf(since ?? 0)} UTC on ${then.wrong}.`);
            await addTerms(work, { kind, terms: then.terms, origin: 'command', since });
          }
        });
        return reported('Taken over.');
      },
    );
}

function fileOf(folder: string, kind: TermsKind): readonly Read[] {
  const file = join(folder, `${kind}.json`);
  if (!existsSync(file)) return [];
  const read = readTerms(kind, jsonOf(file));
  if ('wrong' in read) throw new SettingError(`${file}: ${read.wrong}.`);
  return [{ kind, file, terms: read.terms }];
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingError(`${file} is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Whether a file says something else than the last time it was taken over. */
async function isNew({ db }: Pick<OpsDeps, 'db'>, { kind, terms }: Read): Promise<boolean> {
  const [row] = await db.query<{ same: boolean }>(
    `select terms = $2::jsonb as same from venue_terms where kind = $1 and origin = 'file' order by id desc limit 1`,
    [kind, JSON.stringify(terms)],
  );
  return row?.same !== true;
}
