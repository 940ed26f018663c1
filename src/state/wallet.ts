import type { AddressFamily, AddressReading, Result } from '../../domain/index.ts';
import type { WalletExport } from '../../workers/api.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** Deposits or withdrawals as CSV text, at full precision. */
export function walletCsv(what: WalletExport): Promise<Result<string>> {
  return asPerson(() => client.exportWallet(what));
}

/** What a text is as an address; undefined while the worker does not answer. */
export function readAddress(text: string, family?: AddressFamily): Promise<AddressReading | undefined> {
  return client.readAddress(text, family);
}
