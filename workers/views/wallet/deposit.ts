import type { Calls, NoticeRow, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec } from '../../../domain/index.ts';
import { amountText, TOTAL_ASSET } from '../../../domain/index.ts';
import type { NoticeLine, WalletDepositFrame, WalletDepositView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { Asked } from './asked.ts';
import { durationText, owedText } from './texts.ts';

type Infos = ResponseOf<Calls['deposit.infos']>;
type Network = Infos['networks'][number];
type Form = NonNullable<WalletDepositFrame['form']>;

/** Notices that are shown. */
const NOTICES = 5;

/** The way money comes in: coins, networks, the own address on one of them, and what still waits. */
export class DepositViewer implements LiveView<WalletDepositView> {
  readonly #deps: ViewDeps;
  readonly #infos: Asked<Infos>;
  readonly #address: Asked<ResponseOf<Calls['deposit.address']>>;
  readonly #notices: Asked<ResponseOf<Calls['deposit.notices']>>;
  #view: WalletDepositView;
  /** The network whose address is asked for. */
  #chain: Network['chain'] | undefined;
  #seen = '';

  constructor(view: WalletDepositView, deps: ViewDeps) {
    const { call, clock } = deps;
    this.#view = view;
    this.#deps = deps;
    this.#infos = new Asked(() => call('deposit.infos', {}), clock);
    this.#address = new Asked(() => call('deposit.address', { chain: this.#chain ?? 'tron' }), clock);
    this.#notices = new Asked(() => call('deposit.notices', { limit: NOTICES }), clock);
  }

  update(view: WalletDepositView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    for (const asked of [this.#infos, this.#address, this.#notices]) asked.close();
  }

  frame(): WalletDepositFrame | undefined {
    const version = `${this.#deps.funds.walletVersion}`;
    this.#infos.follow(version);
    this.#notices.follow(version);
    const network = this.#network();
    if (network && network.chain !== this.#chain) {
      this.#chain = network.chain;
      this.#address.restart();
    }
    if (network) this.#address.follow(network.chain);
    const seen = [this.#infos, this.#address, this.#notices].map((asked) => asked.version).join();
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    const { failed, data } = this.#infos;
    return {
      kind: 'walletDeposit',
      view: this.#view,
      ...(failed ? { failed } : {}),
      ...(data && network ? { form: this.#form(data, network) } : {}),
    };
  }

  #network(): Network | undefined {
    const networks = this.#infos.data?.networks;
    return networks?.find(({ chain }) => chain === this.#view.chain) ?? networks?.[0];
  }

  #form(infos: Infos, network: Network): Form {
    const words = this.#deps.words();
    const { style } = words;
    const { data: own, failed } = this.#address;
    return {
      isSimulated: infos.isSimulated,
      coins: infos.coins.map((coin) => ({ ...coin, iconId: this.#iconOf(coin.asset) })),
      networks: infos.networks.map(({ chain, name, standard, status }) => ({
        chain,
        name,
        standard,
        isLate: status === 'late',
      })),
      chain: network.chain,
      asset: network.asset,
      least: amountText(network.least, style),
      creditAt: network.creditAt,
      unlockAt: network.unlockAt,
      arrival: durationText(network.arrivalMs, words),
      unlocking: durationText(network.unlockMs, words),
      silence: silenceOf(infos, network, words),
      ...(own ? { address: own.address, code: own.code } : {}),
      ...(failed ? { addressFailed: failed } : {}),
      locked: owedText(amountOf(infos.locked, network.asset), style),
      debt: owedText(amountOf(infos.debts, network.asset), style),
      ...(infos.test
        ? { test: { least: amountText(infos.test.least, style), most: amountText(infos.test.most, style) } }
        : {}),
      notices: (this.#notices.data?.rows ?? []).map((row) => noticeLine(row, words)),
    };
  }

  #iconOf(asset: string): number | null {
    return this.#deps.rows.row(`${asset}-${TOTAL_ASSET}`)?.market.iconId ?? null;
  }
}

const amountOf = (amounts: Infos['locked'], wanted: string): Dec =>
  amounts.find(({ asset }) => asset === wanted)?.amount ?? '0';

/** How long ago a network that is late was heard of. */
function silenceOf({ now }: Infos, { status, heardAt }: Network, { age }: Words): string {
  return status === 'late' && heardAt !== null ? age(now - heardAt) : '';
}

function noticeLine(row: NoticeRow, { style, date, clockTime }: Words): NoticeLine {
  return {
    id: row.id,
    chain: row.chain,
    amount: amountText(row.amount, style),
    asset: row.asset,
    state: row.state,
    reason: row.reason ?? '',
    time: `${date(row.createdAt)} ${clockTime(row.createdAt)}`,
  };
}
