import type { CallName } from '../../../domain/contract/index.ts';
import { run } from '../../base/commands/command.ts';
import { login, register, retrieve } from './access.ts';
import { setAntiPhishing } from './antiPhishing.ts';
import type { Handlers } from './callHandlers.ts';
import type { AccountDeps, Caller, UserCaller } from './context.ts';
import { favouritesOf, keepFavourites } from './favourites.ts';
import { completeGuest, openGuest } from './guests.ts';
import { noteEvent } from './notices.ts';
import * as passkeys from './passkeys.ts';
import { loginsOf, profileOf } from './profile.ts';
import * as security from './security.ts';
import { LoginNeededError, sendCode } from './sending.ts';
import { endSessions, openTemporary, sessionsOf } from './sessions.ts';

type Part<Name extends CallName> = Pick<Handlers, Name>;

/** The user of a call that requires a session. @throws {LoginNeededError} */
export function userOfCall(caller: Caller): UserCaller {
  if (!caller.user) throw new LoginNeededError();
  return caller as UserCaller;
}

type AccessNames =
  | 'common.temporaryToken'
  | 'common.sendSms'
  | 'common.sendEmail'
  | 'account.register'
  | 'account.guest'
  | 'account.complete'
  | 'account.login'
  | 'account.retrieve'
  | 'account.logout'
  | 'account.profile'
  | 'account.favourites'
  | 'account.keepFavourites'
  | 'account.ticket';

/** Calls for registration, login, logout and sessions. */
export function accessHandlers(deps: AccountDeps): Part<AccessNames> {
  const { db, clock, tickets, limits, isPlay } = deps;
  return {
    'common.temporaryToken': async (_, { address }) => {
      await limits.take('temporaryTokens', address);
      return openTemporary(db, clock.now());
    },
    'common.sendSms': ({ phone, purpose, about }, caller) =>
      sendCode(deps, { kind: 'phone', phone }, purpose, caller, about),
    'common.sendEmail': ({ email, purpose, about }, caller) =>
      sendCode(deps, { kind: 'email', email }, purpose, caller, about),
    'account.register': (request, caller) => register(deps, request, caller),
    'account.guest': (request, caller) => openGuest(deps, request, caller),
    'account.complete': (request, caller) => completeGuest(deps, request, userOfCall(caller)),
    'account.login': (request, caller) => login(deps, request, caller),
    'account.retrieve': (request, caller) => retrieve(deps, request, caller),
    'account.logout': async (_, caller) => {
      const { userId, sessionId } = userOfCall(caller).user;
      await endSessions(db, userId, clock.now(), { id: sessionId });
      return {};
    },
    'account.profile': (_, caller) => profileOf(db, userOfCall(caller).user.userId, clock.now(), isPlay),
    'account.favourites': (_, caller) => favouritesOf(db, userOfCall(caller).user.userId),
    'account.keepFavourites': (request, caller) => keepFavourites(deps, request, userOfCall(caller)),
    'account.ticket': async (_, caller) => tickets.issue(userOfCall(caller).user),
  };
}

type SecurityNames =
  | 'account.sessions'
  | 'account.endSession'
  | 'account.logins'
  | 'account.changePassword'
  | 'account.setFundPassword'
  | 'account.bindPhone'
  | 'account.bindEmail'
  | 'account.changeEmail'
  | 'account.totpStart'
  | 'account.totpConfirm'
  | 'account.totpOff'
  | 'account.setAntiPhishing';

/** What keeps an account its owner's. */
export function securityHandlers(deps: AccountDeps): Part<SecurityNames> {
  const { db, clock } = deps;
  return {
    'account.sessions': async (_, caller) => ({
      sessions: await sessionsOf(db, userOfCall(caller).user, clock.now()),
    }),
    'account.endSession': async ({ id }, caller) => {
      const { userId, sessionId } = userOfCall(caller).user;
      return run(deps, async (work) => {
        const which = id === undefined ? { except: sessionId } : { id };
        const ended = await endSessions(work.tx, userId, work.at, which);
        if (ended > 0) await noteEvent(work, userId, 'sessionsEnded', caller);
        return { ended };
      });
    },
    'account.logins': (request, caller) => loginsOf(db, userOfCall(caller).user.userId, request),
    'account.changePassword': (request, caller) => security.changePassword(deps, request, userOfCall(caller)),
    'account.setFundPassword': (request, caller) =>
      security.setFundPassword(deps, request, userOfCall(caller)),
    'account.bindPhone': (request, caller) => security.bindPhone(deps, request, userOfCall(caller)),
    'account.bindEmail': (request, caller) => security.bindEmail(deps, request, userOfCall(caller)),
    'account.changeEmail': (request, caller) => security.changeEmail(deps, request, userOfCall(caller)),
    'account.totpStart': (request, caller) => security.startTotp(deps, request, userOfCall(caller)),
    'account.totpConfirm': (request, caller) => security.turnTotpOn(deps, request, userOfCall(caller)),
    'account.totpOff': (request, caller) => security.turnTotpOff(deps, request, userOfCall(caller)),
    'account.setAntiPhishing': (request, caller) => setAntiPhishing(deps, request, userOfCall(caller)),
  };
}

type PasskeyNames =
  | 'account.passkeyLogin'
  | 'account.passkeyChallenge'
  | 'account.passkeyProof'
  | 'account.passkeys'
  | `account.passkey${'Start' | 'Add' | 'Remove'}`;

/** Logging in and proving by a finger or a PIN of one's own device. */
export function passkeyHandlers(deps: AccountDeps): Part<PasskeyNames> {
  return {
    'account.passkeys': (_, caller) => passkeys.listPasskeys(deps, userOfCall(caller)),
    'account.passkeyStart': (request, caller) => passkeys.startPasskey(deps, request, userOfCall(caller)),
    'account.passkeyAdd': (request, caller) => passkeys.addPasskey(deps, request, userOfCall(caller)),
    'account.passkeyRemove': (request, caller) => passkeys.removePasskey(deps, request, userOfCall(caller)),
    'account.passkeyChallenge': (_, caller) => passkeys.challengePasskey(deps, caller),
    'account.passkeyProof': (_, caller) => passkeys.challengeOwnPasskey(deps, userOfCall(caller)),
    'account.passkeyLogin': (request, caller) => passkeys.loginByPasskey(deps, request, caller),
  };
}
