import * as v from 'valibot';
import { emailRefusal } from '../../../domain/index.ts';
import { SettingError } from '../../base/config.ts';
import { formWords } from '../../books/venue/termsForm.ts';
import { COLOUR, colourNames, LINE } from './colours.ts';

/** Letters of any language, so that it stands unchanged in pages, scripts, mails and addresses of authenticators. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .’-]*$/u;
const name = (most: number) =>
  v.pipe(
    v.string('must be a text'),
    v.maxLength(most, `must have at most ${most} characters`),
    v.regex(NAME, 'must be made of letters, digits, blanks, dots, hyphens and ’'),
  );
const colour = v.pipe(
  v.string('must be a colour'),
  v.regex(COLOUR, 'must be a colour like #1b7f5c or oklch(0.55 0.12 160)'),
);
const theme = v.strictObject(v.entriesFromList([...colourNames, LINE], v.optional(colour)));
/** No line break: it stands in the head of a mail. */
const line = (most: number) =>
  v.pipe(
    v.string('must be a text'),
    v.regex(new RegExp(`^[^\\p{Cc}]{1,${most}}$`, 'u'), `must be one line of at most ${most} characters`),
  );
const mailAddress = v.pipe(
  v.string('must be a mail address'),
  v.check((text) => emailRefusal(text) === undefined, 'must be a mail address'),
);
const https = v.pipe(
  v.string('must be an address'),
  v.regex(/^https:\/\/[^\s"<>]+$/, 'must be an address that begins with https://'),
);

/** What `brand.json` may hold; only the name has to be there. */
const BrandFile = v.strictObject({
  /** Of the venue, as users read it. */
  name: name(30),
  /** Under the icon on a phone; the name where it is left out. */
  shortName: v.optional(name(12)),
  colors: v.optional(v.strictObject({ dark: v.optional(theme), light: v.optional(theme) })),
  mail: v.optional(
    v.strictObject({
      /** `Name <address>` or an address. */
      from: v.optional(line(200)),
      /** The last line of every mail: who sends it, and from where. */
      footer: v.optional(line(200)),
    }),
  ),
  support: v.optional(v.strictObject({ email: v.optional(mailAddress), url: v.optional(https) })),
  /** Where to report vulnerabilities. */
  security: v.optional(
    v.pipe(
      v.string('must be an address'),
      v.regex(/^(mailto:[^\s"<>]+@[^\s"<>]+|https:\/\/[^\s"<>]+)$/, 'must begin with mailto: or https://'),
    ),
  ),
});
export type BrandFile = v.InferOutput<typeof BrandFile>;

/**
 * Reads a brand's file.
 * @param file where it stands, for refusals. @throws {SettingError} naming file and field.
 */
export function readBrandFile(file: string, text: string): BrandFile {
  const parsed = v.safeParse(BrandFile, jsonOf(file, text));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new SettingError(`${file}: ${formWords(issue)}.`);
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingError(`${file} is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
}
