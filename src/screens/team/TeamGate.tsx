import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { TeamFrame, TeamView } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { Answered } from '../../ui/Answered.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';

/** What is known of a user's team. */
export type Team = NonNullable<TeamFrame['team']>;

interface TeamGateProps {
  readonly children: (team: Team) => ReactNode;
}

const TEAM: TeamView = { kind: 'team', turn: 0 };

/** A screen about the logged-in user's team; visitors see what logging in gives. */
export function TeamGate({ children }: TeamGateProps) {
  const { t } = useTranslation('team');
  const { token } = useSnapshot(login);
  return token === null ? (
    <SignInFirst title={t('signedOut')} gain={t('signedOutText')} />
  ) : (
    <Answered key={token} view={TEAM} read={({ team }) => team}>
      {children}
    </Answered>
  );
}
