import type { PublicClient, Transport } from 'viem';
import {
  createPublicClient,
  encodeFunctionData,
  getAddress,
  keccak256,
  parseAbi,
  parseUnits,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import type { SendOrder, SendStatus, SignedSend, Signer } from './signer.ts';

const TOKEN = parseAbi(['function transfer(address to, uint256 value)']);
const NATIVE_DECIMALS = 18;

/** A chain, the token that withdrawals are made in, and the key that pays for them. */
export interface EvmSignerSettings {
  readonly chainId: number;
  /** The token's contract, and its decimal places. */
  readonly token: string;
  readonly decimals: number;
  /** 64 hexadecimal digits. */
  readonly key: string;
}

/** What a transaction does: pays coins, or has the token pay. */
interface Payment {
  readonly to: `0x${string}`;
  readonly value: bigint;
  readonly data: `0x${string}`;
}

/**
 * Signs withdrawals on an EVM chain and sends them through a node. The key is the exchange's alone: what is signed with
 * it elsewhere takes a nonce away. What it could not pay, or the chain would refuse, is not signed.
 */
export class EvmSigner implements Signer {
  readonly name: string;
  readonly network: string;
  readonly #client: PublicClient;
  readonly #account: PrivateKeyAccount;
  readonly #settings: EvmSignerSettings;
  #isProven = false;

  constructor(transport: Transport, settings: EvmSignerSettings) {
    this.#client = createPublicClient({ transport, cacheTime: 0 });
    this.#account = privateKeyToAccount(`0x${settings.key}`);
    this.#settings = settings;
    this.network = `evm:${settings.chainId}:`;
    this.name = `${this.network}${this.#account.address}`;
  }

  can(currency: string, chain: string): boolean {
    return chain === 'ethereum' && (currency === 'USDT' || currency === 'ETH');
  }

  async nextNonce(): Promise<number> {
    return this.#client.getTransactionCount({ address: this.#account.address, blockTag: 'pending' });
  }

  async sign(order: SendOrder, nonce: number): Promise<SignedSend> {
    await this.#prove();
    const payment = this.#paymentOf(order);
    const cost = await this.#costOf(payment);
    const signed = await this.#account.signTransaction({
      ...payment,
      ...cost,
      type: 'eip1559',
      chainId: this.#settings.chainId,
      nonce,
    });
    return { tx: keccak256(signed), signed };
  }

  async broadcast({ tx, signed }: SignedSend): Promise<void> {
    await this.#prove();
    try {
      await this.#client.sendRawTransaction({ serializedTransaction: signed as `0x${string}` });
    } catch (error) {
      // "Already known", "nonce too low": nodes have many words for what they have already.
      if (!(await this.#isKnown(tx))) throw error;
    }
  }

  async status({ tx }: SignedSend): Promise<SendStatus | undefined> {
    try {
      const hash = tx as `0x${string}`;
      const { blockNumber, status, to, logs } = await this.#client.getTransactionReceipt({ hash });
      const head = await this.#client.getBlockNumber({ cacheTime: 0 });
      const isToken = to !== null && getAddress(to) === getAddress(this.#settings.token);
      // A token transfer without a log moved nothing, even where its call did not fail.
      const ok = status === 'success' && (!isToken || logs.length > 0);
      // biome-ignore lint/plugin: a count of blocks, no money
      return { confirmations: Math.max(0, Number(head - blockNumber) + 1), ok };
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    }
  }

  /**
   * Room for what changes until it is mined: gas by a fifth, its price by double. What is not used is not paid.
   * @throws when the key could not pay it: what is signed and refused would hold up all that comes after it.
   */
  async #costOf(payment: Payment) {
    const { address } = this.#account;
    const [{ maxFeePerGas: price, maxPriorityFeePerGas }, estimate, balance] = await Promise.all([
      this.#client.estimateFeesPerGas(),
      this.#client.estimateGas({ ...payment, account: address }),
      this.#client.getBalance({ address }),
    ]);
    const gas = (estimate * 12n) / 10n;
    const maxFeePerGas = price * 2n;
    if (balance < payment.value + gas * maxFeePerGas) throw new Error(`${address} cannot pay for it`);
    return { gas, maxFeePerGas, maxPriorityFeePerGas };
  }

  #paymentOf({ currency, to, amount }: SendOrder): Payment {
    const receiver = getAddress(to);
    if (currency === 'ETH') return { to: receiver, value: parseUnits(amount, NATIVE_DECIMALS), data: '0x' };
    const value = parseUnits(amount, this.#settings.decimals);
    const data = encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [receiver, value] });
    return { to: getAddress(this.#settings.token), value: 0n, data };
  }

  async #isKnown(tx: string): Promise<boolean> {
    try {
      await this.#client.getTransaction({ hash: tx as `0x${string}` });
      return true;
    } catch (error) {
      if (error instanceof TransactionNotFoundError) return false;
      throw error;
    }
  }

  /** Once: what is signed for one chain must not be sent to another. */
  async #prove(): Promise<void> {
    if (this.#isProven) return;
    const id = await this.#client.getChainId();
    if (id !== this.#settings.chainId)
      throw new Error(`the node is on chain ${id}, not on ${this.#settings.chainId}`);
    this.#isProven = true;
  }
}
