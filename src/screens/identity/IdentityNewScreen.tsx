import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { IdentityLevel } from '../../../domain/index.ts';
import { identityLevels } from '../../../domain/index.ts';
import { useLevelNames } from '../../i18n/identity.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { changed } from '../../ui/records/period.ts';
import styles from './Identity.module.css';
import type { Identity } from './IdentityGate.tsx';
import { IdentityGate } from './IdentityGate.tsx';
import { LevelFacts } from './LevelFacts.tsx';
import { Practice } from './Practice.tsx';

/** Which level it shall be, and what comes on the way there. */
export default function IdentityNewScreen() {
  const { t } = useTranslation('app');
  return (
    <IdentityGate title={t('title.identityNew')} up="/mine/identity">
      {({ identity }) => <Plan identity={identity} />}
    </IdentityGate>
  );
}

const LEVEL = 'level';

function Plan({ identity }: { readonly identity: Identity }) {
  const { t } = useTranslation('identity');
  const [params, setParams] = useSearchParams();
  const requested = identityLevels.find((level) => `${level}` === params.get(LEVEL));
  const wanted: IdentityLevel = requested ?? (identity.level === 0 ? 1 : 2);
  const steps = useSteps(identity, wanted);
  const next = steps.find(({ isDone }) => !isDone);
  const isWaiting = next?.to === undefined;
  return (
    <>
      <fieldset className={look('stack3')}>
        <legend className={look('large strong')}>{t('choose')}</legend>
        {identityLevels.map((level) => (
          <Choice
            key={level}
            identity={identity}
            level={level}
            isChosen={level === wanted}
            onChoose={() => setParams(changed(params, LEVEL, `${level}`), { replace: true })}
          />
        ))}
      </fieldset>
      <section>
        <h2 className={look('bottom2')}>{t('steps.title')}</h2>
        <ol className={look('stack', styles['steps'])}>
          {steps.map(({ text, isDone }) => (
            <li className={look('stack3 middle')} key={text} data-done={isDone || undefined}>
              <i className={look('centred small circle')} aria-hidden="true">
                {isDone ? <Check size={14} /> : null}
              </i>
              <span>
                {text}
                {isDone ? <span className="visually-hidden"> {t('steps.done')}</span> : null}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <p className={look('quiet')}>{t('privacy')}</p>
      <ButtonLink look="main" isWide to={next?.to ?? '/mine/identity'}>
        {isWaiting ? t('review.back') : t('start')}
      </ButtonLink>
      <Practice identity={identity} level={wanted} />
    </>
  );
}

interface ChoiceProps {
  readonly identity: Identity;
  readonly level: IdentityLevel;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ identity, level, isChosen, onChoose }: ChoiceProps) {
  const names = useLevelNames();
  return (
    <label className={look('stack3 surface', styles['choice'])}>
      <input type="radio" name="level" checked={isChosen} onChange={onChoose} />
      <span className={look('stack')}>
        <b>{`${level} · ${names[level]}`}</b>
        <LevelFacts limits={identity.levels[level].limits} />
      </span>
    </label>
  );
}

interface Step {
  readonly text: string;
  readonly isDone: boolean;
  /** Where it is done; a review is waited for. */
  readonly to?: string;
}

/** The way to a level, from what every application needs first. */
function useSteps({ hasContact, levels }: Identity, wanted: IdentityLevel): readonly Step[] {
  const { t } = useTranslation('identity');
  const isSent = (level: IdentityLevel) =>
    levels[level].state === 'approved' || levels[level].state === 'pending';
  const isDone = (level: IdentityLevel) => levels[level].state === 'approved';
  const basic = [
    { text: t('steps.contact'), isDone: hasContact, to: '/mine/email' },
    { text: t('steps.basic'), isDone: isSent(1), to: '/mine/identityBase' },
    { text: t('steps.review'), isDone: isDone(1) },
  ];
  if (wanted === 1) return basic;
  return [
    ...basic,
    { text: t('steps.photos'), isDone: isSent(2), to: '/mine/identityAdvance' },
    { text: t('steps.reviewPhotos'), isDone: isDone(2) },
  ];
}
