import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { askForNotices, noticePermission } from '../../state/deviceNotices.ts';
import { ask, login } from '../../state/login.ts';
import { push } from '../../state/push.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { canVibrate, signal } from '../../state/signals.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useOnce } from '../../state/useOnce.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';
import { Group } from './Group.tsx';

/** How the user is notified: sound, vibration, notifications. All off until they want it. */
export function NotificationSettings() {
  const { t } = useTranslation('shell');
  const { sound, vibration } = useSnapshot(settings);
  const { token } = useSnapshot(login);
  const receive = (change: Partial<typeof settings>) => {
    changeSettings(change);
    // What was just switched on makes itself known.
    if (change.sound || change.vibration) signal('good');
  };
  return (
    <Group title={t('settings.tell')}>
      <SwitchRow title={t('settings.sound')} isOn={sound} onChange={(isOn) => receive({ sound: isOn })} />
      {canVibrate() ? (
        <SwitchRow
          title={t('settings.vibration')}
          isOn={vibration}
          onChange={(isOn) => receive({ vibration: isOn })}
        />
      ) : null}
      <NoticeSwitch />
      {token === null ? null : <MailSwitch />}
      <ButtonLink look="link" to="/mine/alerts">
        {t('settings.alerts')}
      </ButtonLink>
    </Group>
  );
}

/** The browser's permission is requested by this tap, and by nothing else. */
function NoticeSwitch() {
  const { t } = useTranslation('shell');
  const { notify, noticeWords } = useSnapshot(settings);
  const { isOn: isPushed, refusal } = useSnapshot(push);
  const { ofRefusal } = useRefusalWords();
  const [permission, setPermission] = useState(noticePermission);
  const change = async (isOn: boolean) => {
    const answer = isOn ? await askForNotices() : permission;
    setPermission(answer);
    changeSettings({ notify: isOn && answer === 'granted' });
  };
  const missing = window.isSecureContext ? t('settings.missing') : t('settings.unsafe');
  const text =
    permission === 'missing'
      ? missing
      : permission === 'denied'
        ? t('settings.denied')
        : isPushed
          ? t('settings.notifyAway')
          : t('settings.notifyText');
  const isShown = notify && permission === 'granted';
  return (
    <>
      <SwitchRow
        title={t('settings.notify')}
        text={refusal ? `${text} ${ofRefusal(refusal)}` : text}
        isOn={isShown}
        onChange={(isOn) => void change(isOn)}
      />
      {isShown ? (
        <SwitchRow
          title={t('settings.words')}
          text={t('settings.wordsText')}
          isOn={noticeWords}
          onChange={(isOn) => changeSettings({ noticeWords: isOn })}
        />
      ) : null}
    </>
  );
}

/** Kept with the account: mails go out while no device of the user is on. */
function MailSwitch() {
  const { t } = useTranslation('notifications');
  const toastRefusal = useRefusalToast();
  const { data, reload } = useAsk('notification.settings', {});
  const [mails, setMails] = useState<boolean>();
  const [isBusy, once] = useOnce();
  const isOn = mails ?? data?.mails;
  if (isOn === undefined) return null;
  const change = async (isWanted: boolean) => {
    setMails(isWanted);
    const result = await ask('notification.settings', { mails: isWanted });
    // What is kept of the answer before would show the old state when the screen is opened again.
    if (result.ok) return reload();
    setMails(!isWanted);
    toastRefusal('notification:mails', t('mails'), result.error);
  };
  return (
    <SwitchRow
      title={t('mails')}
      text={t('mailsText')}
      isOn={isOn}
      isBusy={isBusy}
      onChange={(isWanted) => void once(() => change(isWanted))}
    />
  );
}
