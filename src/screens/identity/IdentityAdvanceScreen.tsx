import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { photoKinds } from '../../../domain/index.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { changed } from '../../ui/records/period.ts';
import { ContactFirst } from './ContactFirst.tsx';
import type { IdentityProps } from './IdentityGate.tsx';
import { IdentityGate } from './IdentityGate.tsx';
import { PhotoReview } from './PhotoReview.tsx';
import { PhotoStep } from './PhotoStep.tsx';
import { Practice } from './Practice.tsx';
import { Certified, UnderReview } from './Review.tsx';
import { StepBar } from './StepBar.tsx';
import { arrivedId, usePhotos } from './usePhotos.ts';

/** Level 2: photos of the document, and of the user with it. */
export default function IdentityAdvanceScreen() {
  const { t } = useTranslation('app');
  return (
    <IdentityGate title={t('title.identityAdvance')} up="/mine/identity">
      {(props) => <Advanced {...props} />}
    </IdentityGate>
  );
}

function Advanced(props: IdentityProps) {
  const { identity } = props;
  const line = identity.levels[2];
  if (line.state === 'approved') return <Certified line={line} />;
  if (line.state === 'pending') return <UnderReview identity={identity} line={line} />;
  if (!identity.hasContact) return <ContactFirst />;
  if (identity.level < 1) return <BasicFirst isPending={identity.levels[1].state === 'pending'} />;
  return <Photos {...props} />;
}

/** One level after the other. */
function BasicFirst({ isPending }: { readonly isPending: boolean }) {
  const { t } = useTranslation(['identity', 'errors']);
  const text = isPending ? t('errors:identityPending') : t('errors:identityBasicFirst');
  return (
    <Notice title={t('basicFirst')} text={text}>
      <ButtonLink to="/mine/identityBase">{t('toBasic')}</ButtonLink>
    </Notice>
  );
}

const STEP = 'step';
const steps = [...photoKinds, 'send'] as const;
type Step = (typeof steps)[number];

/** One photo after the other, and all of them before they are sent; the step stands in the address. */
function Photos({ identity, again }: IdentityProps) {
  const [params, setParams] = useSearchParams();
  const uploads = usePhotos(identity);
  const missing = photoKinds.find((kind) => arrivedId(uploads[kind]) === undefined);
  // A photo that arrives does not turn the page under the user's finger.
  const [first] = useState<Step>(missing ?? 'send');
  const step = steps.find((each) => each === params.get(STEP)) ?? first;
  const go = (to: Step) => setParams(changed(params, STEP, to));
  const { reasons } = identity.levels[2];
  const leave = () => {
    setParams(changed(params, STEP, ''), { replace: true });
    again();
  };
  return (
    <>
      <StepBar step={step} uploads={uploads} reasons={reasons} onStep={go} />
      {step === 'send' ? (
        <PhotoReview uploads={uploads} onStep={go} onSent={leave} />
      ) : (
        <PhotoStep
          key={step}
          kind={step}
          upload={uploads[step]}
          reason={reasons.find(({ field }) => field === step)}
          onNext={() => go(steps[steps.indexOf(step) + 1] ?? 'send')}
        />
      )}
      <Practice identity={identity} level={2} />
    </>
  );
}
