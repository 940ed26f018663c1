import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { languages, languageTag } from '../../../domain/index.ts';
import { languageNames } from '../../i18n/index.ts';
import { changeSettings, movePairs, refreshModes, settings, themes } from '../../state/settings.ts';
import { clearAll } from '../../state/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Choice } from './Choice.tsx';
import { DataUse } from './DataUse.tsx';
import { Choices } from './Group.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { OrderSettings } from './OrderSettings.tsx';
import { PaceInForce } from './PaceInForce.tsx';
import { Practice } from './Practice.tsx';

/** Language, look, colours and pace; each change is seen at once. */
export default function SettingScreen() {
  const { t } = useTranslation(['settings', 'app']);
  const { language, theme, moves, refresh } = useSnapshot(settings);
  const themeNames = { system: t('theme.system'), dark: t('theme.dark'), light: t('theme.light') };
  const moveNames = {
    language: t('moves.language'),
    'green-red': t('moves.greenRed'),
    'red-green': t('moves.redGreen'),
    'blue-orange': t('moves.blueOrange'),
  };
  const refreshNames = {
    live: t('refresh.live'),
    balanced: t('refresh.balanced'),
    saver: t('refresh.saver'),
  };
  const clear = () => {
    if (!window.confirm(t('clear.confirm'))) return;
    clearAll();
    window.location.assign('/home');
  };
  return (
    <Screen title={t('app:title.setting')}>
      <Choices>
        <Choice
          legend={t('language')}
          options={languages.map((id) => ({ id, text: languageNames[id], lang: languageTag(id) }))}
          value={language}
          onChange={(id) => changeSettings({ language: id })}
        />
        <Choice
          legend={t('theme.title')}
          options={themes.map((id) => ({ id, text: themeNames[id] }))}
          value={theme}
          onChange={(id) => changeSettings({ theme: id })}
        />
        <Choice
          legend={t('moves.title')}
          options={movePairs.map((id) => ({ id, text: moveNames[id] }))}
          value={moves}
          onChange={(id) => changeSettings({ moves: id })}
        />
        <Choice
          legend={t('refresh.title')}
          options={refreshModes.map((id) => ({ id, text: refreshNames[id] }))}
          value={refresh}
          onChange={(id) => changeSettings({ refresh: id })}
        />
      </Choices>
      <PaceInForce />
      <DataUse />
      <OrderSettings />
      <NotificationSettings />
      <Practice />
      <section className={look('stack3 inset')}>
        <Button look="bad" isWide onClick={clear}>
          {t('clear.title')}
        </Button>
        <Link className={look('pad bright mid ground1 round3')} to="/dev/flight">
          {t('flight.link')}
        </Link>
        <p className={look('tiny mid')}>{t('version', { build: __BUILD_ID__ })}</p>
      </section>
    </Screen>
  );
}
