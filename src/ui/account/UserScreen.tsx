import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Profile } from '../../../domain/contract/index.ts';
import { login } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { Failed } from '../Notice.tsx';
import { Screen } from '../Screen.tsx';
import { SignInFirst } from '../SignInFirst.tsx';
import { Skeleton } from '../Skeleton.tsx';

interface UserScreenProps {
  readonly title: string;
  /** What logging in gives here, for those who are not. */
  readonly gain: string;
  readonly up?: string;
  /** In the bar, for those who are logged in. */
  readonly actions?: ReactNode;
  /** Stands below whatever there is. */
  readonly below?: ReactNode;
  /** How many rows stand for what comes, so that nothing below it moves. */
  readonly rows?: number;
  readonly children: (profile: Profile, reload: () => Promise<void>) => ReactNode;
}

/** A screen about the logged-in user; visitors see what logging in gives. */
export function UserScreen(props: UserScreenProps) {
  const { title, gain, up = '/mine', actions, below, rows = 5, children } = props;
  const { token } = useSnapshot(login);
  return (
    <Screen title={title} up={up} actions={token === null ? null : actions}>
      {token === null ? <SignInFirst gain={gain} /> : <WithProfile rows={rows}>{children}</WithProfile>}
      {below}
    </Screen>
  );
}

function WithProfile({ rows, children }: Required<Pick<UserScreenProps, 'rows' | 'children'>>) {
  const { data, refusal, reload } = useAsk('account.profile', {});
  if (data) return children(data, reload);
  return refusal ? (
    <Failed onRetry={() => void reload()} />
  ) : (
    <Skeleton rows={rows} onRetry={() => void reload()} />
  );
}
