import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Gzip } from 'node:zlib';
import { createGzip } from 'node:zlib';

export interface TapeOptions {
  readonly folder: string;
  /** Files are named after it and their number. */
  readonly name: string;
  /** Length of a file's text after which the next one is begun, bytes. */
  readonly mostBytes: number;
  /** A file is complete: called with its name after it was moved into place. */
  readonly done: (file: string) => Promise<void>;
  /** Nothing more can be written: the folder is closed to this user, or the disk full. */
  readonly failed: (error: unknown) => void;
}

interface Part {
  readonly file: string;
  readonly gzip: Gzip;
  readonly written: Promise<void>;
}

/**
 * Lines in packed files, one after the other. A file stands under another name until it is whole, so that whatever
 * ends the process leaves only whole ones behind.
 */
export class TapeWriter {
  readonly #options: TapeOptions;
  #part: Part | undefined;
  #bytes = 0;
  #count = 0;
  #closing: Promise<void> = Promise.resolve();

  constructor(options: TapeOptions) {
    this.#options = options;
  }

  /** @param ms wall clock. A line is the moment in ns, a blank, and the frame. */
  write(ms: number, frame: string): void {
    this.#part ??= this.#begin();
    const line = `${ms}000000 ${frame}\n`;
    this.#part.gzip.write(line);
    this.#bytes += line.length;
    if (this.#bytes >= this.#options.mostBytes) this.#rotate();
  }

  /** Resolves when everything is in place; rejects when it cannot be written. */
  async close(): Promise<void> {
    this.#rotate();
    await this.#closing;
  }

  #begin(): Part {
    this.#count += 1;
    this.#bytes = 0;
    const file = `${this.#options.name}_${String(this.#count).padStart(4, '0')}.gz`;
    const gzip = createGzip();
    const written = mkdir(this.#options.folder, { recursive: true }).then(() =>
      finished(gzip.pipe(createWriteStream(this.#partPath(file)))),
    );
    // At once: what comes until the file is full would be kept in memory, and lost.
    written.catch(this.#options.failed);
    return { file, gzip, written };
  }

  #rotate(): void {
    const part = this.#part;
    if (!part) return;
    this.#part = undefined;
    part.gzip.end();
    this.#closing = this.#closing.then(async () => {
      await part.written;
      await rename(this.#partPath(part.file), join(this.#options.folder, part.file));
      await this.#options.done(part.file);
    });
    // No later file is put into place behind one that could not be.
    this.#closing.catch(this.#options.failed);
  }

  #partPath(file: string): string {
    return join(this.#options.folder, `${file}.part`);
  }
}
