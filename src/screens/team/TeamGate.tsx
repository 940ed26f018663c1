import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { TeamFrame, TeamView } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { usePersonView } from '../../state/usePersonView.ts';
import { useTurn } from '../../state/useTurn.ts';
import { Failed } from '../../ui/Notice.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What is known of a person's team. */
export type Team = NonNullable<TeamFrame['team']>;

interface TeamGateProps {
  readonly children: (team: Team) => ReactNode;
}

const TEAM: TeamView = { kind: 'team', turn: 0 };

/** A screen about the team of whoever is logged in; others are told what logging in gives. */
export function TeamGate({ children }: TeamGateProps) {
  const { t } = useTranslation('team');
  const { token } = useSnapshot(login);
  return token === null ? (
    <SignInFirst title={t('signedOut')} gain={t('signedOutText')} />
  ) : (
    <Known key={token}>{children}</Known>
  );
}

function Known({ children }: TeamGateProps) {
  const [view, again] = useTurn(TEAM);
  const frame = usePersonView(view);
  if (frame?.team) return children(frame.team);
  return frame?.failed ? <Failed onRetry={again} /> : <Skeleton rows={5} />;
}
