import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityFrame, IdentityView } from '../../../workers/api.ts';
import { Answered } from '../../ui/Answered.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { look } from '../../ui/look.ts';
import styles from './Identity.module.css';

/** What is known of a user's identity. */
export type Identity = NonNullable<IdentityFrame['identity']>;

/** What every screen about it is given. */
export interface IdentityProps {
  readonly identity: Identity;
  readonly uid: string;
  /** Requests it again. */
  readonly again: () => void;
}

interface IdentityGateProps {
  readonly title: string;
  readonly up: string;
  readonly children: (props: IdentityProps) => ReactNode;
}

const IDENTITY: IdentityView = { kind: 'identity', turn: 0 };

/** A screen about the logged-in user's identity; visitors see what logging in gives. */
export function IdentityGate({ title, up, children }: IdentityGateProps) {
  const { t } = useTranslation('identity');
  return (
    <UserScreen title={title} gain={t('signedOut')} up={up}>
      {({ uid }) => (
        <Answered view={IDENTITY} read={({ identity }) => identity}>
          {(identity, again) => (
            <div className={look('page lone', styles['page'])}>{children({ identity, uid, again })}</div>
          )}
        </Answered>
      )}
    </UserScreen>
  );
}
