import fc from 'fast-check';

/**
 * Holds a property whose runs take their time. At the time limit the library ends with a run still under way, which would
 * go on beside the next test, on what both share: it is waited for here, and counts like any other.
 */
export async function holds<T>(
  property: fc.IAsyncProperty<T>,
  parameters: fc.Parameters<T> = {},
): Promise<void> {
  let latest: ReturnType<typeof property.run> = Promise.resolve(null);
  const watched = new Proxy(property, {
    get(target, name) {
      if (name === 'run')
        return (value: T) => {
          latest = Promise.resolve(target.run(value));
          return latest;
        };
      const each: unknown = Reflect.get(target, name, target);
      return typeof each === 'function' ? each.bind(target) : each;
    },
  });
  try {
    await fc.assert(watched, parameters);
  } finally {
    await latest;
  }
  const failure = await latest;
  if (failure && 'error' in failure) throw failure.error;
}
