import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Profile } from '../../../domain/contract/index.ts';
import { login } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { Failed } from '../Notice.tsx';
import { Screen } from '../Screen.tsx';
import { SignInFirst } from '../SignInFirst.tsx';
import { Skeleton } from '../Skeleton.tsx';

interface PersonScreenProps {
  readonly title: string;
  /** What logging in gives here, for those who are not. */
  readonly gain: string;
  readonly up?: string;
  /** In the bar, for those who are logged in. */
  readonly actions?: ReactNode;
  /** Stands below whatever there is. */
  readonly below?: ReactNode;
  readonly children: (profile: Profile, reload: () => Promise<void>) => ReactNode;
}

/** A screen about whoever is logged in; others are told what logging in gives. */
export function PersonScreen({ title, gain, up = '/mine', actions, below, children }: PersonScreenProps) {
  const { token } = useSnapshot(login);
  return (
    <Screen title={title} up={up} actions={token === null ? null : actions}>
      {token === null ? <SignInFirst gain={gain} /> : <WithProfile>{children}</WithProfile>}
      {below}
    </Screen>
  );
}

function WithProfile({ children }: Pick<PersonScreenProps, 'children'>) {
  const { data, refusal, reload } = useAsk('account.profile', {});
  if (data) return children(data, reload);
  return refusal ? (
    <Failed onRetry={() => void reload()} />
  ) : (
    <Skeleton rows={5} onRetry={() => void reload()} />
  );
}
