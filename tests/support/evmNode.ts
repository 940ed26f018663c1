import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createWalletClient, custom, encodeDeployData, encodeFunctionData, parseAbi } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const FOLDER = join(import.meta.dirname, '../chain');
const NODE = join(FOLDER, 'node_modules/hardhat/internal/cli/bootstrap.js');
/** The node's own mnemonic, known to everybody. */
const MNEMONIC = 'test test test test test test test test test test test junk';
export const CHAIN_ID = 31_337;

const ABI = parseAbi([
  'constructor()',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferTwice(address to, uint256 first, uint256 second)',
]);
/** tests/chain/Token.sol by solc 0.8.26, optimised for 200 runs, EVM of Paris, without metadata. */
const BYTECODE =
  '0x6080604052348015600f57600080fd5b506101638061001f6000396000f3fe608060405234801561001057600080fd5b50600436106100365760003560e01c8063a9059cbb1461003b578063f5e3eb7f14610062575b600080fd5b61004e610049366004610106565b610077565b604051901515815260200160405180910390f35b610075610070366004610130565b6100cf565b005b6000826001600160a01b0316336001600160a01b03167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef846040516100be91815260200190565b60405180910390a350600192915050565b6100d98383610077565b506100e48382610077565b50505050565b80356001600160a01b038116811461010157600080fd5b919050565b6000806040838503121561011957600080fd5b610122836100ea565b946020939093013593505050565b60008060006060848603121561014557600080fd5b61014e846100ea565b9560208501359550604090940135939250505056' as const;

/** Installs the node's package, which the product itself never needs, exactly as locked. */
function install(): void {
  if (existsSync(NODE)) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync(npm, args, { cwd: FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the node of the tests cannot be installed: ${stderr}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A real EVM chain in a process of its own, on which only the test makes blocks. */
export async function startEvmNode() {
  install();
  const port = await freePort();
  const child = spawn(process.execPath, [NODE, 'node', '--hostname', '127.0.0.1', '--port', `${port}`], {
    cwd: FOLDER,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (part) => (output += part));
    child.stdout.on('data', (part) => {
      output += part;
      if (output.includes('Started HTTP')) resolve();
    });
    child.once('exit', () => reject(new Error(`the node ended: ${output}`)));
  });
  const url = `http://127.0.0.1:${port}`;

  async function rpc(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  }
  const transport = custom({ request: ({ method, params }) => rpc(method, params) });
  const account = mnemonicToAccount(MNEMONIC);
  const wallet = createWalletClient({ account, transport });
  const fees = { gas: 2_000_000n, maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  let nonce = 0;
  const sign = (to: string | null, data: `0x${string}`): Promise<`0x${string}`> =>
    wallet.signTransaction({
      ...fees,
      chain: null,
      chainId: CHAIN_ID,
      nonce: nonce++,
      data,
      to: to as `0x${string}` | null,
    } as Parameters<typeof wallet.signTransaction>[0]);
  const send = async (raw: string): Promise<string> => String(await rpc('eth_sendRawTransaction', [raw]));
  const mine = (blocks = 1) => rpc('hardhat_mine', [`0x${blocks.toString(16)}`]);

  return {
    url,
    rpc,
    send,
    mine,
    /** Makes a token. @returns its contract. */
    async deploy(): Promise<string> {
      const tx = await send(await sign(null, encodeDeployData({ abi: ABI, bytecode: BYTECODE })));
      await mine();
      const receipt = (await rpc('eth_getTransactionReceipt', [tx])) as { contractAddress: string };
      return receipt.contractAddress;
    },
    /** A signed transfer of a token, which can be sent more than once. */
    transfer: (token: string, to: string, units: bigint) =>
      sign(
        token,
        encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to as `0x${string}`, units] }),
      ),
    transferTwice: (token: string, to: string, first: bigint, second: bigint) =>
      sign(
        token,
        encodeFunctionData({
          abi: ABI,
          functionName: 'transferTwice',
          args: [to as `0x${string}`, first, second],
        }),
      ),
    /** The account's extended public key, from which the node's own accounts follow too. */
    extendedKey: mnemonicToAccount(MNEMONIC, { path: "m/44'/60'/0'" as `m/44'/60'/${string}` }).getHdKey()
      .publicExtendedKey,
    snapshot: async (): Promise<{ readonly id: unknown; readonly nonce: number }> => ({
      id: await rpc('evm_snapshot'),
      nonce,
    }),
    /** Goes back to a moment; the blocks that come then are others. */
    async revert({ id, nonce: then }: { readonly id: unknown; readonly nonce: number }): Promise<void> {
      await rpc('evm_revert', [id]);
      await rpc('evm_increaseTime', [1_000]);
      nonce = then;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
export type EvmNode = Awaited<ReturnType<typeof startEvmNode>>;
