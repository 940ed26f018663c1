/** Whether everything runs that is too long for each day: all engines, many kills, long random runs. */
export const isLong = process.env['TEST_LONG'] === '1';

/**
 * How often something random or deadly is tried: a few times each day, many in the long run.
 * @param name of the environment variable that asks for another number.
 */
export function times(name: string, usual: number, long: number): number {
  const wanted = Number.parseInt(process.env[name] ?? '', 10);
  return wanted > 0 ? wanted : isLong ? long : usual;
}
