import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { amountText, exactPercentText } from '../../../domain/index.ts';
import type { TeamCounts, TeamFrame, TeamView } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { Asked } from '../wallet/asked.ts';

/** Members come and trade without a word on the person's channel: asked for as often, ms, while somebody looks. */
const EVERY_MS = 15_000;

type Info = ResponseOf<Calls['team.info']>;

/** Who a person has invited, and what came of it. */
export class TeamViewer implements LiveView<TeamView> {
  readonly #deps: ViewDeps;
  readonly #info: Asked<Info>;
  #view: TeamView;
  #seen = '';

  constructor(view: TeamView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#info = new Asked(() => deps.call('team.info', {}), deps.clock);
  }

  update(view: TeamView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#info.close();
  }

  frame(): TeamFrame | undefined {
    const { funds, clock } = this.#deps;
    const info = this.#info;
    info.follow(`${funds.version} ${this.#view.turn} ${Math.floor(clock.monotonic() / EVERY_MS)}`);
    const seen = `${info.version}`;
    if (seen === this.#seen || (!info.data && !info.failed)) return undefined;
    this.#seen = seen;
    return {
      kind: 'team',
      ...(info.failed ? { failed: info.failed } : {}),
      ...(info.data ? { team: this.#team(info.data) } : {}),
    };
  }

  #team(info: Info): NonNullable<TeamFrame['team']> {
    const { style, date, moment } = this.#deps.words();
    const { rates } = info;
    const levels = { direct: countsOf(info.direct), second: countsOf(info.second) };
    return {
      code: info.code,
      inviter: info.inviter,
      rates: { direct: exactPercentText(rates.direct, style), second: exactPercentText(rates.second, style) },
      total: levels.direct.total + levels.second.total,
      levels,
      rewards: info.rewards.map(({ asset, total, newest }) => ({
        asset,
        total: amountText(total, style),
        newest: amountText(newest, style),
      })),
      newestDay: info.newestDay === null ? '' : date(info.newestDay),
      nextAt: moment(info.nextAt),
    };
  }
}

function countsOf({ registered, verified, traded }: Info['direct']): TeamCounts {
  return { total: registered + verified + traded, registered, verified, traded };
}
