/** Long enough for a browser that asks the user where to put the file. */
const REVOKE_MS = 60_000;

/** Gives the user a text as a file. @param type its media type. */
export function download(text: string, name: string, type: string): void {
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** Gives the user a file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}
