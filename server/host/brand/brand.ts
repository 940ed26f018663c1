import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SettingError } from '../../base/config.ts';
import type { Settings } from '../../base/settings.ts';
import type { BrandFile } from './brandFile.ts';
import { readBrandFile } from './brandFile.ts';
import type { Colours, Theme } from './colours.ts';
import { contrastFaults, hexOf, ownColours, themes } from './colours.ts';
import type { Pictures } from './pictures.ts';
import { brandPictures } from './pictures.ts';

const FILE = 'brand.json';

/** How the venue presents itself. */
export interface Brand {
  readonly name: string;
  /** No `BRAND_DIR` is set. */
  readonly isOwn: boolean;
  readonly shortName: string;
  /** What stands in the built page in the place of the name. */
  readonly builtName: string;
  /** Colours that are its own, by theme; empty for the product's. */
  readonly chosen: Readonly<Record<Theme, Partial<Colours>>>;
  readonly colours: Readonly<Record<Theme, Colours>>;
  readonly pictures: Pictures;
  /** The last line of mails; empty for none. */
  readonly footer: string;
  /** Folder of texts that take the place of the product's. */
  readonly contentDir: string | undefined;
  readonly file: BrandFile;
}

/**
 * The brand in `BRAND_DIR`, or the product's own.
 * @param root the product's folder, which has `brand/`.
 * @throws {SettingError} naming the file, the field and what is wrong with it; colours that cannot be read with their contrast.
 */
export async function openBrand(root: string, { brandDir }: Pick<Settings, 'brandDir'>): Promise<Brand> {
  const own = fileOf(join(root, 'brand'));
  const folder = brandDir === undefined ? undefined : resolve(brandDir);
  if (folder !== undefined && !isFolder(folder))
    throw new SettingError(`BRAND_DIR: there is no folder ${folder}.`);
  const file = folder === undefined ? own : fileOf(folder);
  const chosen = { dark: file.colors?.dark ?? {}, light: file.colors?.light ?? {} } as Brand['chosen'];
  const colours = {
    dark: { ...ownColours.dark, ...chosen.dark },
    light: { ...ownColours.light, ...chosen.light },
  };
  const faults = themes.flatMap((theme) => contrastFaults(theme, colours[theme]));
  if (faults.length > 0)
    throw new SettingError(
      `${join(folder ?? root, FILE)}: people could not read this: ${faults.join('; ')}.`,
    );
  const texts = folder === undefined ? undefined : join(folder, 'content');
  return {
    name: file.name,
    isOwn: folder === undefined,
    shortName: file.shortName ?? file.name,
    builtName: own.name,
    chosen,
    colours,
    pictures:
      folder === undefined ? new Map() : await brandPictures(folder, hexOf(colours.dark['surface-0'])),
    footer: file.mail?.footer ?? '',
    contentDir: texts !== undefined && isFolder(texts) ? texts : undefined,
    file,
  };
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

function fileOf(folder: string): BrandFile {
  const file = join(folder, FILE);
  if (!existsSync(file)) throw new SettingError(`${file} is missing: it says at least {"name": "…"}.`);
  return readBrandFile(file, readFileSync(file, 'utf8'));
}

/** Settings with what the brand says where they say nothing. */
export function withBrand(settings: Settings, { name, file }: Brand): Settings {
  const { mail, support, security } = file;
  return {
    ...settings,
    mailFrom: settings.mailFrom ?? mail?.from ?? `${name} <no-reply@localhost>`,
    securityContact: settings.securityContact ?? security,
    support: {
      ...settings.support,
      email: settings.support.email ?? support?.email,
      url: settings.support.url ?? support?.url,
    },
  };
}
