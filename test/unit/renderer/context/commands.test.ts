import { describe, expect, test, vi } from 'vitest';
import type { Command } from '../../../../renderer/context/command.ts';
import { createCommands, findKeyOwner } from '../../../../renderer/context/commands.ts';
import { groupCommands } from '../../../../renderer/features/shell/palette/group-commands.ts';
import { eventually } from '../../../builders/eventually.ts';

function createRegistry() {
  const observer = { onDisabled: vi.fn(), onFailed: vi.fn() };
  return { observer, commands: createCommands(observer) };
}

function command(change: Partial<Command>): Command {
  return { id: 'a', title: 'A', group: 'View', run: vi.fn(), ...change };
}

describe('the command registry', () => {
  test('runs a command that is enabled', () => {
    const { commands, observer } = createRegistry();
    const run = vi.fn();
    commands.add([command({ run, enabled: () => true })]);
    commands.run('a');
    expect(run).toHaveBeenCalledOnce();
    expect(observer.onDisabled).not.toHaveBeenCalled();
  });

  test('reports why a command is disabled, and does not run it', () => {
    const { commands, observer } = createRegistry();
    const disabled = command({ enabled: () => 'Sign in first.' });
    commands.add([disabled]);
    commands.run('a');
    expect(disabled.run).not.toHaveBeenCalled();
    expect(observer.onDisabled).toHaveBeenCalledWith(disabled, 'Sign in first.');
  });

  test('observer what a command throws, at once or later', async () => {
    const { commands, observer } = createRegistry();
    const error = new Error('broken');
    const throwing = command({
      run: () => {
        throw error;
      },
    });
    const rejecting = command({ id: 'b', run: () => Promise.reject(error) });
    commands.add([throwing, rejecting]);
    commands.run('a');
    commands.run('b');
    await eventually(() => expect(observer.onFailed).toHaveBeenCalledTimes(2));
    expect(observer.onFailed).toHaveBeenCalledWith(throwing, error);
    expect(observer.onFailed).toHaveBeenCalledWith(rejecting, error);
  });

  test('refuses a second command of the same id or key, and an unknown id', () => {
    const { commands } = createRegistry();
    commands.add([command({ hotkey: 'shift+F' })]);
    expect(() => commands.add([command({})])).toThrow('Two commands are called "a"');
    expect(() => commands.add([command({ id: 'b', hotkey: 'Shift+f' })])).toThrow(
      'is the key of "a" and of "b"',
    );
    expect(() => commands.add([command({ id: 'c', reviewKeys: ['shift+F'] })])).toThrow(
      'is the key of "a" and of "c"',
    );
    expect(() => commands.add([command({ id: 'd', otherHotkey: 'shift+F' })])).toThrow(
      'is the key of "a" and of "d"',
    );
    expect(() => commands.run('missing')).toThrow('no command "missing"');
  });

  test('runs a command with its input, and reports what it throws', async () => {
    const { commands, observer } = createRegistry();
    await expect(commands.runWith('records.focus', { recordId: 'r' })).rejects.toThrow('no command');
    const error = new Error('broken');
    const run = vi.fn().mockRejectedValueOnce(error);
    commands.addWithInput([{ id: 'records.focus', title: 'Show the record', run }]);
    await commands.runWith('records.focus', { recordId: 'r' });
    expect(run).toHaveBeenCalledExactlyOnceWith({ recordId: 'r' });
    expect(observer.onFailed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: 'records.focus' }),
      error,
    );
    expect(() => commands.addWithInput([{ id: 'records.focus', title: '', run }])).toThrow(
      'Two commands are called "records.focus"',
    );
  });
});

test('commands are shown by group, in one order, without empty groups', () => {
  const groups = groupCommands([
    command({ id: 's', group: 'Session' }),
    command({ id: 'w', group: 'Workspace' }),
    command({ id: 'r', group: 'Results' }),
    command({ id: 'v', group: 'View' }),
    command({ id: 'r2', group: 'Results' }),
  ]);
  expect(groups.map(({ group, commands }) => [group, commands.map(({ id }) => id)])).toEqual([
    ['View', ['v']],
    ['Results', ['r', 'r2']],
    ['Workspace', ['w']],
    ['Session', ['s']],
  ]);
});

describe('chosen keys', () => {
  test('replace the default ones, or leave a command without a key', () => {
    let chosen: Record<string, string> = {};
    const commands = createCommands({ onDisabled: vi.fn(), onFailed: vi.fn() }, () => chosen);
    commands.add([
      command({ id: 'a', hotkey: 'A' }),
      command({ id: 'b', hotkey: 'B', otherHotkey: 'mod+B' }),
    ]);
    chosen = { a: 'shift+G', b: '' };
    expect(commands.byId('a')?.hotkey).toBe('shift+G');
    expect(commands.list().map(({ hotkey }) => hotkey)).toEqual(['shift+G', undefined]);
    expect(commands.defaultKey('b')).toBe('B');
    expect(findKeyOwner(commands.list(), 'a', 'mod+b')?.id).toBe('b');
    expect(findKeyOwner(commands.list(), 'a', 'B')).toBeUndefined();
    expect(findKeyOwner(commands.list(), 'a', 'shift+g')).toBeUndefined();
  });

  test('a default key that was chosen for another command acts for that one only', () => {
    const commands = createCommands({ onDisabled: vi.fn(), onFailed: vi.fn() }, () => ({ a: 'b' }));
    commands.add([command({ id: 'a', hotkey: 'A' }), command({ id: 'b', hotkey: 'B' })]);
    expect(commands.list().map(({ hotkey }) => hotkey)).toEqual(['b', undefined]);
  });
});

describe('commands that are still being loaded', () => {
  test('run as soon as they are there', async () => {
    const { commands } = createRegistry();
    const { promise: loading, resolve } = Promise.withResolvers<void>();
    commands.expectMore(loading);
    commands.run('a');
    const opened = commands.runWith('help.open', { page: 'map' });
    const [run, open] = [vi.fn(), vi.fn()];
    commands.add([command({ run })]);
    commands.addWithInput([{ id: 'help.open', title: 'Open the guide', run: open }]);
    expect([run, open].map((each) => each.mock.calls)).toEqual([[], []]);
    expect(commands.hasWaitingInput()).toBe(true);
    resolve();
    await opened;
    expect(commands.hasWaitingInput()).toBe(false);
    expect(open).toHaveBeenCalledExactlyOnceWith({ page: 'map' });
    await eventually(() => expect(run).toHaveBeenCalledOnce());
  });

  test('are announced once when they are complete; then an unknown id is an error', async () => {
    const { commands } = createRegistry();
    const { promise: loading, resolve } = Promise.withResolvers<void>();
    const listener = vi.fn();
    commands.subscribe(listener);
    expect(commands.areComplete()).toBe(true);
    commands.expectMore(loading);
    expect(commands.areComplete()).toBe(false);
    resolve();
    await eventually(() => expect(listener).toHaveBeenCalledOnce());
    expect(commands.areComplete()).toBe(true);
    expect(() => commands.run('unknown')).toThrow('There is no command "unknown".');
  });
});
