import { BadgeCheck, IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LevelLine, LevelState } from '../../../workers/api.ts';
import { useIdentityName } from '../../i18n/accountTexts.ts';
import { useLevelNames, useLevelStates } from '../../i18n/identity.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { look } from '../../ui/look.ts';
import type { Tone } from '../../ui/State.tsx';
import { State } from '../../ui/State.tsx';
import { ContactFirst } from './ContactFirst.tsx';
import styles from './Identity.module.css';
import type { Identity } from './IdentityGate.tsx';
import { IdentityGate } from './IdentityGate.tsx';
import { LevelFacts } from './LevelFacts.tsx';
import { Practice } from './Practice.tsx';
import { Reasons } from './Reasons.tsx';

const TONES: Readonly<Record<LevelState, Tone | undefined>> = {
  open: undefined,
  pending: 'wait',
  approved: 'done',
  rejected: 'bad',
};

/** How far the user's identity is proven, what each level allows, and what comes next. */
export default function IdentityScreen() {
  const { t } = useTranslation('app');
  return (
    <IdentityGate title={t('title.identity')} up="/mine">
      {({ identity }) => (
        <>
          <Standing identity={identity} />
          {identity.hasContact ? null : <ContactFirst />}
          <Level line={identity.levels[1]} />
          <Level line={identity.levels[2]} />
          <Practice identity={identity} />
        </>
      )}
    </IdentityGate>
  );
}

/** What is certified as of now. */
function Standing({ identity }: { readonly identity: Identity }) {
  const { t } = useTranslation('identity');
  const { level, name, levels, before } = identity;
  const reached = level >= 2 ? levels[2] : level === 1 ? levels[1] : undefined;
  const word = useIdentityName(reached ? (reached.level === 1 ? 'basic' : 'advanced') : 'none');
  const Icon = reached ? BadgeCheck : IdCard;
  return (
    <Card className={look('middle', styles['standing'])} data-tone={reached ? 'done' : undefined}>
      <Icon
        className={reached ? look('accent') : look('dim')}
        size={36}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <div>
        <h2>{word}</h2>
        <p className={look('quiet breaks')}>{name === '' ? t('why') : `${name} · ${levels[1].number}`}</p>
      </div>
      {reached ? null : (
        <div className={look('stack full')}>
          <h3>{t('allows.before')}</h3>
          <LevelFacts limits={before} />
        </div>
      )}
    </Card>
  );
}

function Level({ line }: { readonly line: LevelLine }) {
  const { t } = useTranslation('identity');
  const names = useLevelNames();
  const states = useLevelStates();
  const tone = TONES[line.state];
  return (
    <Card data-level={line.level} data-state={line.state}>
      <header className={look('flex wrap baseline spread')}>
        <h2>{`${line.level} · ${names[line.level]}`}</h2>
        {tone ? (
          <State tone={tone}>{states[line.state]}</State>
        ) : (
          <small className={look('small')}>{states[line.state]}</small>
        )}
      </header>
      <LevelFacts limits={line.limits} />
      {line.state === 'approved' ? null : <p>{line.level === 1 ? t('asks.basic') : t('asks.advanced')}</p>}
      <Reasons reasons={line.reasons} />
      <Times line={line} />
      <Next line={line} />
    </Card>
  );
}

function Times({ line: { sentAt, decidedAt, state, isSimulated } }: { readonly line: LevelLine }) {
  const { t } = useTranslation('identity');
  if (sentAt === '') return null;
  return (
    <small className={look('small')}>
      {decidedAt === '' ? t('review.sent', { time: sentAt }) : null}
      {decidedAt !== '' && state !== 'pending' ? t('review.decided', { time: decidedAt }) : null}
      {decidedAt !== '' && isSimulated ? ` · ${t('practice.by')}` : null}
    </small>
  );
}

/** What to do about a level now: nothing once it is certified or looked at. */
function Next({ line: { level, state, refusal } }: { readonly line: LevelLine }) {
  const { t } = useTranslation(['identity', 'errors']);
  if (state === 'approved' || state === 'pending') return null;
  if (refusal === 'identityBasicFirst')
    return <small className={look('small')}>{t('errors:identityBasicFirst')}</small>;
  if (refusal !== undefined) return null;
  if (state === 'open')
    return (
      <ButtonLink look="main" isWide to={`/mine/identityNew?level=${level}`}>
        {t('begin')}
      </ButtonLink>
    );
  return (
    <ButtonLink look="main" isWide to={level === 1 ? '/mine/identityBase' : '/mine/identityAdvance'}>
      {t('correct')}
    </ButtonLink>
  );
}
