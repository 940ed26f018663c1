import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { amountText, exactPercentText } from '../../../domain/index.ts';
import type { TeamCounts, TeamFrame, TeamView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { AskedViewer } from '../askedView.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';

/** Members come and trade without a word on the person's channel: asked for as often, ms, while somebody looks. */
const EVERY_MS = 15_000;

type Info = ResponseOf<Calls['team.info']>;

/** Who a person has invited, and what came of it. */
export function openTeam(view: TeamView, deps: ViewDeps): LiveView<TeamView> {
  const { call, clock, funds, words } = deps;
  return new AskedViewer<TeamView, Info>(
    view,
    {
      ask: () => call('team.info', {}),
      depends: ({ turn }) => `${funds.version} ${turn} ${Math.floor(clock.monotonic() / EVERY_MS)}`,
      frame: (info): TeamFrame => ({ kind: 'team', ...(info ? { team: teamOf(info, words()) } : {}) }),
    },
    deps,
  );
}

function teamOf(info: Info, { style, date, moment }: Words): NonNullable<TeamFrame['team']> {
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

function countsOf({ registered, verified, traded }: Info['direct']): TeamCounts {
  return { total: registered + verified + traded, registered, verified, traded };
}
