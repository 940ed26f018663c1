import type { IdentityState } from '../../../domain/contract/index.ts';
import type { IdentityLevel } from '../../../domain/index.ts';
import { applicationRefusal, SECOND_MS, styleDigits } from '../../../domain/index.ts';
import type { IdentityFrame, IdentityView, LevelLimits, LevelLine } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { answerView } from '../answerView.ts';

const NO_LIMITS = { fiatDay: '0', withdrawal: '0' };

/** How far an account's identity is proven; requested again whenever the exchange publishes an application. */
export const identityView = answerView({
  request: ({ call }, _: IdentityView) => call('identity.state', {}),
  key: ({ streams, funds }, { turn }) => `${streams.news.of('identity')} ${funds.profileVersion} ${turn}`,
  frame: (state, failure, { words }): IdentityFrame => ({
    ...failure,
    kind: 'identity',
    ...(state ? { identity: identityOf(state, words()) } : {}),
  }),
});

function identityOf(state: IdentityState, words: Words): NonNullable<IdentityFrame['identity']> {
  const { level, name, hasContact, photos, simulated } = state;
  const storedPhotos = photos.map(({ kind, id, keptUntil }) => [
    kind,
    { id, keptUntil: keptUntil === null ? '' : words.moment(keptUntil) },
  ]);
  return {
    level,
    name: name ?? '',
    hasContact,
    before: limitsOf(state, 0, words),
    levels: { 1: levelLine(state, 1, words), 2: levelLine(state, 2, words) },
    photos: Object.fromEntries(storedPhotos),
    ...(simulated
      ? { simulated: { seconds: Math.ceil(simulated.afterMs / SECOND_MS), samples: simulated.samples } }
      : {}),
  };
}

function levelLine(state: IdentityState, level: IdentityLevel, words: Words): LevelLine {
  const application = level === 1 ? state.basic : state.advanced;
  const isPending = [state.basic, state.advanced].some((each) => each?.state === 'pending');
  const refusal = applicationRefusal(level, { ...state, isPending });
  return {
    level,
    state: state.level >= level ? 'approved' : (application?.state ?? 'open'),
    limits: limitsOf(state, level, words),
    ...(refusal ? { refusal } : {}),
    reasons: application?.reasons ?? [],
    name: application?.name ?? '',
    number: application?.number ?? '',
    isSimulated: application?.isSimulated ?? false,
    sentAt: application ? words.moment(application.createdAt) : '',
    decidedAt: application?.decidedAt ? words.moment(application.decidedAt) : '',
  };
}

function limitsOf({ limits }: IdentityState, level: number, { style }: Words): LevelLimits {
  const { fiatDay, withdrawal } = limits.find((each) => each.level === level) ?? NO_LIMITS;
  return { fiatDay: styleDigits(fiatDay, style), withdrawal: styleDigits(withdrawal, style) };
}
