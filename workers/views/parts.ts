let isMissing = false;

/**
 * Loads what the worker takes when it is first needed. Browsers remember a script that could not be fetched as missing
 * for as long as the worker lives, whatever becomes of the network: only another worker can have it then.
 * @throws what `load` throws.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    const part = await load();
    isMissing = false;
    return part;
  } catch (error) {
    isMissing = true;
    throw error;
  }
}

/** Whether a part could not be had when it was last needed. */
export const isPartMissing = (): boolean => isMissing;
