const AT = 1_700_006_400_000;
const members = { registered: 3, verified: 0, traded: 1 };

/** A good request and a good answer of each call of the team. */
export const teamExamples = {
  'team.info': {
    about: 'Invite code, members by level and state, rewards by asset',
    request: {},
    response: {
      code: 'ABCDEFGH',
      inviter: 'a•••@b.example',
      rates: { direct: '0.2', second: '0.05' },
      direct: members,
      second: members,
      rewards: [{ asset: 'USDT', total: '1.5', newest: '0' }],
      newestDay: AT,
      nextAt: AT,
    },
  },
  'team.members': {
    about: 'Members of the team by level, newest first, with masked names',
    request: { level: 'second', state: 'traded', before: 4, limit: 5 },
    response: { rows: [{ place: 3, name: 'p•••7@b.example', state: 'traded', joinedAt: AT }], next: 3 },
  },
  'team.rewards': {
    about: 'Rewards by day, level and asset, newest first',
    request: { asset: 'USDT', level: 'direct', from: AT, to: AT, before: '19676.direct.USDT', limit: 5 },
    response: {
      rows: [{ day: AT, level: 'direct', asset: 'USDT', amount: '0.2', members: 1, at: AT }],
      next: '19675.second.BTC',
    },
  },
};
