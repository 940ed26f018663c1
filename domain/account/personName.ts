const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}.'’-]{0,58}[\p{L}\p{M}.]$/u;

/** A typed text in its one writing: compatible letters made one, no spaces around it, one between words. */
export const spaced = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ');

/** Whether a text, in its one writing, can be a user's name: 2 to 60 letters of any script and what joins them. */
export const isPersonName = (text: string): boolean => NAME.test(text);

/** Whether two writings of a name are one: case, spaces and points do not matter, letters and their order do. */
export function isSameName(a: string, b: string): boolean {
  const plainName = (text: string) =>
    spaced(text)
      .replace(/[.'’-]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase();
  return plainName(a) === plainName(b) && plainName(a) !== '';
}
