import { describe, expect, test, vi } from 'vitest';
import type { Command } from '../../renderer/commands/command.ts';
import { createCommands } from '../../renderer/commands/commands.ts';
import { groupCommands } from '../../renderer/commands/group-commands.ts';
import { eventually } from '../builders/eventually.ts';

function createRegistry() {
  const reports = { refused: vi.fn(), failed: vi.fn() };
  return { reports, commands: createCommands(reports) };
}

function command(change: Partial<Command>): Command {
  return { id: 'a', title: 'A', group: 'View', run: vi.fn(), ...change };
}

describe('the command registry', () => {
  test('runs a command that is enabled', () => {
    const { commands, reports } = createRegistry();
    const run = vi.fn();
    commands.add([command({ run, enabled: () => true })]);
    commands.run('a');
    expect(run).toHaveBeenCalledOnce();
    expect(reports.refused).not.toHaveBeenCalled();
  });

  test('tells why a command cannot run, and does not run it', () => {
    const { commands, reports } = createRegistry();
    const disabled = command({ enabled: () => 'Sign in first.' });
    commands.add([disabled]);
    commands.run('a');
    expect(disabled.run).not.toHaveBeenCalled();
    expect(reports.refused).toHaveBeenCalledWith(disabled, 'Sign in first.');
  });

  test('reports what a command throws, at once or later', async () => {
    const { commands, reports } = createRegistry();
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
    await eventually(() => expect(reports.failed).toHaveBeenCalledTimes(2));
    expect(reports.failed).toHaveBeenCalledWith(throwing, error);
    expect(reports.failed).toHaveBeenCalledWith(rejecting, error);
  });

  test('refuses a second command of the same id or key, and an unknown id', () => {
    const { commands } = createRegistry();
    commands.add([command({ hotkey: 'shift+F' })]);
    expect(() => commands.add([command({})])).toThrow('Two commands are called "a"');
    expect(() => commands.add([command({ id: 'b', hotkey: 'Shift+f' })])).toThrow(
      'is the key of "a" and of "b"',
    );
    expect(() => commands.run('missing')).toThrow('no command "missing"');
  });
});

test('commands are shown by group, in one order, without empty groups', () => {
  const groups = groupCommands([
    command({ id: 'r', group: 'Results' }),
    command({ id: 'v', group: 'View' }),
    command({ id: 'r2', group: 'Results' }),
  ]);
  expect(groups.map(({ group, commands }) => [group, commands.map(({ id }) => id)])).toEqual([
    ['View', ['v']],
    ['Results', ['r', 'r2']],
  ]);
});
