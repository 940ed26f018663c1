import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { amountText, exactPercentText } from '../../../domain/index.ts';
import type { TeamCounts, TeamFrame, TeamView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { answerView } from '../answerView.ts';

/** Members come and trade without a message on the private channel: requested as often, ms, while somebody looks. */
const EVERY_MS = 15_000;

type Info = ResponseOf<Calls['team.info']>;

/** Who an account has invited, and what came of it. */
export const teamView = answerView({
  request: ({ call }, _: TeamView) => call('team.info', {}),
  key: ({ funds, clock }, { turn }) => `${funds.version} ${turn} ${Math.floor(clock.monotonic() / EVERY_MS)}`,
  frame: (info, failure, { words }): TeamFrame => ({
    ...failure,
    kind: 'team',
    ...(info ? { team: teamOf(info, words()) } : {}),
  }),
});

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
