import { Bell, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { changeSettings, settings } from '../../state/settings.ts';
import { Button, ButtonLink, IconButton, IconLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, Chips } from '../../ui/Chip.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Progress } from '../../ui/Progress.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { StaleMark } from '../../ui/StaleMark.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { UiInputs } from './UiInputs.tsx';
import { UiLists } from './UiLists.tsx';
import styles from './UiScreen.module.css';

/** Every primitive of the page in every state, for those who build screens. */
export default function UiScreen() {
  const { t } = useTranslation('app');
  const { theme } = useSnapshot(settings);
  return (
    <Screen title={t('title.ui')} isRead isWide>
      <div className={look('grid lone mids', styles['page'])} lang="en" translate="no">
        <Tabs
          label="Theme"
          look="chips"
          selected={theme}
          onSelect={(next) => changeSettings({ theme: next })}
          tabs={(['system', 'dark', 'light'] as const).map((id) => ({ id, text: id }))}
        />
        <Buttons />
        <Figures />
        <Marks />
        <Group name="Field, NumberField, Select, Check, SwitchRow, Range, Filters, Calendar">
          <UiInputs />
        </Group>
        <UiLists group={Group} />
      </div>
    </Screen>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={look('stack')}>
      <h2 className={look('quiet light')}>{name}</h2>
      {children}
    </section>
  );
}

const LOOKS = ['main', 'quiet', 'soft', 'up', 'down', 'bad', 'danger', 'link'] as const;
const STATES = { usual: {}, busy: { isBusy: true }, off: { isOff: true }, disabled: { disabled: true } };

function Buttons() {
  return (
    <>
      {(['s', 'm', 'l'] as const).map((size) => (
        <Group key={size} name={`Button, size ${size}`}>
          <div className={look('row wrap')}>
            {LOOKS.map((look) => (
              <Button key={look} look={look} size={size}>
                {look}
              </Button>
            ))}
          </div>
        </Group>
      ))}
      {Object.entries(STATES).map(([name, state]) => (
        <Group key={name} name={`Button, ${name}`}>
          <div className={look('row wrap')}>
            {LOOKS.map((look) => (
              <Button key={look} look={look} {...state}>
                <span>{look}</span>
              </Button>
            ))}
          </div>
        </Group>
      ))}
      <Group name="Button, wide, with an icon; ButtonLink">
        <Button look="main" isWide>
          <Pencil size={18} aria-hidden="true" />
          {'Words that go on in a second line where there is no room for them in the first'}
        </Button>
        <ButtonLink to="/dev/ui" isWide>
          {'A link'}
        </ButtonLink>
      </Group>
      <Group name="Button, that takes something away">
        <div className={look('row wrap')}>
          {(['quiet', 'link'] as const).map((each) => (
            <Button key={each} look={each} size="s" tone="bad">
              {each}
            </Button>
          ))}
        </div>
      </Group>
      <Group name="IconButton, IconLink">
        <div className={look('row wrap')}>
          {(['plain', 'accent', 'round'] as const).map((look) => (
            <IconButton key={look} look={look} label={look}>
              <Bell size={20} aria-hidden="true" />
            </IconButton>
          ))}
          <IconButton label="busy" isBusy>
            <Bell size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label="pressed" aria-pressed>
            <Bell size={20} aria-hidden="true" />
          </IconButton>
          <IconLink label="a link" to="/dev/ui">
            <Bell size={20} aria-hidden="true" />
          </IconLink>
        </div>
      </Group>
    </>
  );
}

const FACTS = ['rows', 'framed', 'ticket', 'ask', 'three', 'inline'] as const;

function Figures() {
  const facts = (
    <>
      <Fact name="Own" text="1,234.50" unit="USDT" />
      <Fact name="Public" text="0.000012" isPublic />
      <Fact name="Explained" onExplain={() => undefined}>
        {'68,000.10'}
      </Fact>
    </>
  );
  return (
    <>
      {FACTS.map((look) => (
        <Group key={look} name={`Facts, ${look}`}>
          <Facts look={look}>{facts}</Facts>
        </Group>
      ))}
      {([2, 3, 6, 9] as const).map((columns) => (
        <Group key={columns} name={`Facts, grid of ${columns}`}>
          <Facts look="grid" columns={columns}>
            {facts}
          </Facts>
        </Group>
      ))}
      <Group name="Facts, strong; a wide one">
        <Facts look="three" isStrong>
          <Fact name="Wide" isWide>
            {'takes a line of its own'}
          </Fact>
          {facts}
        </Facts>
      </Group>
      <Group name="Amount">
        <p>
          <Amount text="+12.50" direction={1} /> <Amount text="−12.50" direction={-1} />{' '}
          <Amount text="0.00" direction={0} /> <Amount text="12.50" />
        </p>
      </Group>
      <Group name="Card">
        <Card>
          <h2>{'plain'}</h2>
          <p>{'What belongs together.'}</p>
        </Card>
        <Card look="framed">
          <h2>{'framed'}</h2>
          <p>{'What belongs together.'}</p>
        </Card>
      </Group>
    </>
  );
}

const FRESH = ['live', 'slow', 'stale', 'cached', 'waiting'] as const;
const SHARES = [25, 50, 75, 100].map((id) => ({ id, text: `${id}%` }));

function Marks() {
  const [share, setShare] = useState(50);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const tabs = (['one', 'two'] as const).map((id) => ({ id, text: id }));
  return (
    <>
      <Group name="Chip, Chips">
        <div className={look('row wrap')}>
          {(['quiet', 'accent', 'up', 'down'] as const).map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
        </div>
        <Chips label="Share" options={SHARES} selected={share} onSelect={setShare} />
        <Chips look="segments" label="Share" options={SHARES} selected={share} onSelect={setShare} />
      </Group>
      <Group name="Tabs">
        <Tabs label="Words" tabs={tabs} selected={tab} onSelect={setTab} />
        <Tabs label="Chips" look="chips" tabs={tabs} selected={tab} onSelect={setTab} />
      </Group>
      <Group name="Progress">
        {[0, 40, 100].map((value) => (
          <Progress key={value} label={`${value}%`} value={value} max={100} />
        ))}
      </Group>
      <Group name="StaleMark">
        <div className={look('row wrap')}>
          {FRESH.map((state) => (
            <StaleMark
              key={state}
              freshness={{ state, ageMs: 12_000, ageText: state === 'stale' ? '12 s' : '' }}
            />
          ))}
        </div>
      </Group>
    </>
  );
}
