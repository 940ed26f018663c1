import * as v from 'valibot';
import { memberStates, teamLevels } from '../team/codes.ts';
import { defineCall } from './call.ts';
import { Amount, AssetCode, Count, Empty, Moment } from './fields.ts';

const Limit = /*#__PURE__*/ v.optional(
  v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)),
  50,
);
const Level = /*#__PURE__*/ v.picklist(teamLevels);
const State = /*#__PURE__*/ v.picklist(memberStates);
/** Members by state; each is counted once. */
const Members = /*#__PURE__*/ v.object({ registered: Count, verified: Count, traded: Count });

/** Invite code of the user, members by level and state, and rewards by asset in units of the asset. */
export const teamInfo = /*#__PURE__*/ defineCall({
  path: '/xb/v1/team/info',
  access: 'user',
  request: Empty,
  response: v.object({
    /** The user's own code; the link is the page's address with it as `code`. */
    code: v.string(),
    /** Who invited the user, masked; null when nobody did. */
    inviter: v.nullable(v.string()),
    /** Shares of members' trading fees, fractions. */
    rates: v.object({ direct: Amount, second: Amount }),
    direct: Members,
    second: Members,
    /** All rewards so far, and those of the newest day that was booked. */
    rewards: v.array(v.object({ asset: AssetCode, total: Amount, newest: Amount })),
    /** Midnight at which the newest day that was booked began; null before the first. */
    newestDay: v.nullable(Moment),
    /** When the next rewards are due. */
    nextAt: Moment,
  }),
});

/** Members of one level, the newest first, with masked names. */
export const teamMembers = /*#__PURE__*/ defineCall({
  path: '/xb/v1/team/member/list',
  access: 'user',
  request: v.strictObject({
    level: Level,
    state: v.exactOptional(State),
    before: v.exactOptional(Count),
    limit: Limit,
  }),
  response: v.object({
    rows: v.array(
      v.object({
        /** The member's number within the level, in the order of joining; says nothing about who it is. */
        place: Count,
        /** Masked. */
        name: v.string(),
        state: State,
        joinedAt: Moment,
      }),
    ),
    next: v.nullable(v.number()),
  }),
});

/** Shares of members' fees by UTC day, level and asset, newest day first; amounts in units of the asset. */
export const teamRewards = /*#__PURE__*/ defineCall({
  path: '/xb/v1/team/reward/list',
  access: 'user',
  request: v.strictObject({
    asset: v.exactOptional(AssetCode),
    level: v.exactOptional(Level),
    /** Days that began not before and not after these moments. */
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    /** `next` of the page before. */
    before: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,6}\.(direct|second)\.[A-Za-z0-9]{1,20}$/))),
    limit: Limit,
  }),
  response: v.object({
    rows: v.array(
      v.object({
        /** Midnight at which the day began whose fees it is for. */
        day: Moment,
        level: Level,
        asset: AssetCode,
        amount: Amount,
        /** Members whose fees it comes from. */
        members: Count,
        at: Moment,
      }),
    ),
    next: v.nullable(v.string()),
  }),
});
