import type { Observable } from 'rxjs';
import { combineLatest, connect, distinctUntilChanged, map, of, switchMap } from 'rxjs';
import type { Calls, NoticeRow, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec } from '../../../domain/index.ts';
import { amountText, TOTAL_ASSET } from '../../../domain/index.ts';
import type { NoticeLine, WalletDepositFrame, WalletDepositView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { forEachOwner } from '../owner.ts';
import type { Answer } from '../requested.ts';
import { NO_ANSWER, requested } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';
import { durationText, owedText } from './texts.ts';

type Infos = ResponseOf<Calls['deposit.infos']>;
type Network = Infos['networks'][number];
type Address = ResponseOf<Calls['deposit.address']>;
type Notices = ResponseOf<Calls['deposit.notices']>;
type DepositState = readonly [infos: Answer<Infos>, address: Answer<Address>, notices: Answer<Notices>];
type Form = NonNullable<WalletDepositFrame['form']>;

/** Notices that are shown. */
const NOTICES = 5;

/** The way money comes in: coins, networks, the own address on one of them, and what still waits. */
export const depositView = projected<WalletDepositView, DepositState, WalletDepositFrame>({
  state(view$, deps) {
    const { call, funds } = deps;
    const key = () => `${funds.walletVersion}`;
    const infos$ = requested(view$, deps, { request: () => call('deposit.infos', {}), key });
    const notices$ = requested(view$, deps, {
      request: () => call('deposit.notices', { limit: NOTICES }),
      key,
    });
    // Money that is sent to the address of somebody else is theirs.
    return forEachOwner(
      infos$.pipe(connect((shared$) => combineLatest([shared$, addressIn(view$, shared$, deps), notices$]))),
      deps,
    );
  },
  frame(view, [{ data, failed }, address, notices], deps) {
    const network = networkOf(view, data);
    return {
      kind: 'walletDeposit',
      view,
      ...(failed ? { failed } : {}),
      ...(data && network ? { form: formOf(data, network, address, notices.data?.rows ?? [], deps) } : {}),
    };
  },
});

/** The own address on the network that is shown. */
function addressIn(
  view$: Observable<WalletDepositView>,
  infos$: Observable<Answer<Infos>>,
  deps: ViewDeps,
): Observable<Answer<Address>> {
  return combineLatest([view$, infos$]).pipe(
    map(([view, { data }]) => networkOf(view, data)?.chain),
    distinctUntilChanged(),
    switchMap((chain) =>
      chain === undefined
        ? of(NO_ANSWER)
        : requested(of(chain), deps, {
            request: () => deps.call('deposit.address', { chain }),
            key: () => '',
          }),
    ),
  );
}

const networkOf = ({ chain: wanted }: WalletDepositView, infos: Infos | undefined): Network | undefined =>
  infos?.networks.find(({ chain }) => chain === wanted) ?? infos?.networks[0];

function formOf(
  infos: Infos,
  network: Network,
  { data: own, failed }: Answer<Address>,
  notices: readonly NoticeRow[],
  { rows, words: wordsOf }: ViewDeps,
): Form {
  const words = wordsOf();
  const { style } = words;
  const iconOf = (asset: string) => rows.row(`${asset}-${TOTAL_ASSET}`)?.market.iconId ?? null;
  return {
    isSimulated: infos.isSimulated,
    coins: infos.coins.map((coin) => ({ ...coin, iconId: iconOf(coin.asset) })),
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
    notices: notices.map((row) => noticeLine(row, words)),
  };
}

const amountOf = (amounts: Infos['locked'], wanted: string): Dec =>
  amounts.find(({ asset }) => asset === wanted)?.amount ?? '0';

/** How long ago a network that is late was received from. */
function silenceOf({ now }: Infos, { status, heardAt }: Network, { age }: Words): string {
  return status === 'late' && heardAt !== null ? age(now - heardAt) : '';
}

function noticeLine(row: NoticeRow, { style, stamp }: Words): NoticeLine {
  return {
    id: row.id,
    chain: row.chain,
    amount: amountText(row.amount, style),
    asset: row.asset,
    state: row.state,
    reason: row.reason ?? '',
    time: stamp(row.createdAt),
  };
}
