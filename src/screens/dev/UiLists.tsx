import { Bell, Check } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CommandStatus } from '../../ui/CommandStatus.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { look } from '../../ui/look.ts';
import { Menu, MenuRow } from '../../ui/MenuRow.tsx';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Press } from '../../ui/Press.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';

interface UiListsProps {
  /** Frames what is shown, under its name. */
  readonly group: ComponentType<{ readonly name: string; readonly children: ReactNode }>;
}

/** Lines, tiles, figures in columns, and what stands in place of a list, in every state. */
export function UiLists({ group: Group }: UiListsProps) {
  return (
    <>
      <Group name="ListRow">
        <ListRow start={<b>{'What it is'}</b>} end={<b>{'1,234.50 USDT'}</b>} />
        <ListRow
          start={
            <>
              <b>{'What it is, with a name that takes more than one line of a narrow phone'}</b>
              <small>{'and a second line'}</small>
            </>
          }
          end={<Chip tone="accent">{'state'}</Chip>}
        />
      </Group>
      <Group name="Press: row, tile, plain; Table">
        <Press look="row" isChosen>
          <span className={look('grows')}>{'A line that is chosen'}</span>
          <Check size={18} aria-hidden="true" />
        </Press>
        <Press look="row" isChosen={false}>
          <span className={look('grows')}>{'One that is not'}</span>
          <Check size={18} aria-hidden="true" />
        </Press>
        <div className={look('stack halves')}>
          <Press look="tile" isChosen>
            <b>{'Chosen'}</b>
            <small>{'and why'}</small>
          </Press>
          <Press look="tile" isChosen={false}>
            <b>{'Not chosen'}</b>
          </Press>
        </div>
        <Press>{'A figure that explains itself'}</Press>
        <Columns />
      </Group>
      <Group name="Menu">
        <Menu>
          <MenuRow to="/dev/ui" title="Where it leads" Icon={Bell} />
          <MenuRow to="/dev/ui" title="Set up" Icon={Bell} value="done" state="done" />
          <MenuRow to="/dev/ui" title="Not set up" Icon={Bell} value="open" state="open" />
        </Menu>
      </Group>
      <Group name="Empty, Notice, Failed, Skeleton">
        <Empty>{'Nothing yet'}</Empty>
        <Notice title="Nothing yet" text="What there will be, and how it comes about.">
          <ButtonLink to="/dev/ui">{'Where to go'}</ButtonLink>
        </Notice>
        <Failed onRetry={() => undefined} />
        <Skeleton rows={2} />
      </Group>
      <Group name="CommandStatus">
        <CommandStatus sending={{ state: 'sending' }} />
        <CommandStatus sending={{ state: 'settled' }} done="It is done" />
        <CommandStatus sending={{ state: 'unknown', key: 'a' }} />
        <CommandStatus sending={{ state: 'refused', failed: { code: 'insufficientBalance', message: '' } }} />
      </Group>
    </>
  );
}

function Columns() {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{'Name'}</th>
          <th scope="col">{'First'}</th>
          <th scope="col">{'Second'}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{'A line'}</th>
          <td>{'1,234.50'}</td>
          <td>{'0.000012'}</td>
        </tr>
        <tr aria-current>
          <th scope="row">{'The one in force'}</th>
          <td>{'68,000.10'}</td>
          <td>{'--'}</td>
        </tr>
      </tbody>
    </Table>
  );
}
