import { X } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '../../state/invitation.ts';
import { forgetInvitation } from '../../state/invitation.ts';
import { IconButton } from '../../ui/Button.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useMoment } from '../../ui/useMoment.ts';

/** The inviter's code, `invite`: one from a link stays as it came until its time is over. */
export function InviteField({ invitation }: { readonly invitation: Invitation | undefined }) {
  const { t } = useTranslation('account');
  const moment = useMoment();
  const { setValue } = useFormContext<Texts>();
  const [isKept, setIsKept] = useState(invitation !== undefined);
  const until = invitation?.lockedUntil;
  const drop = () => {
    forgetInvitation();
    setValue('invite', '');
    setIsKept(false);
  };
  const canDrop = isKept && invitation && until === undefined;
  return (
    <Field
      name="invite"
      label={t('form.invite')}
      autoComplete="off"
      maxLength={40}
      readOnly={until !== undefined}
      hint={until === undefined ? null : t('register.invited', { time: moment(until) })}
      after={
        canDrop ? (
          <IconButton label={t('register.dropInvite')} onClick={drop}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        ) : null
      }
    />
  );
}
