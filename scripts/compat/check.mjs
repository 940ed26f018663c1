import assert from 'node:assert/strict';

/** Steps of one client, each named as it is done; the first that fails ends the proof. */
export function checks(client) {
  return async (what, work) => {
    try {
      const result = await work();
      console.log(`  ok  ${client}: ${what}`);
      return result;
    } catch (error) {
      console.error(`  NO  ${client}: ${what}`);
      throw error;
    }
  };
}

/** Decimal texts that may be padded differently are the same number. */
const plain = (text) =>
  `${text}`.includes('.') ? `${text}`.replace(/0+$/, '').replace(/\.$/, '') : `${text}`;
export const same = (a, b, what = '') => assert.equal(plain(a), plain(b), what);
export { assert };
