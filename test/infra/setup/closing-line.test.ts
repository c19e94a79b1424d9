// The last line of `npm test`, from what vitest reports.
import { expect, test } from 'vitest';
import { closingLine, countTests, exitCodeOf } from '../../../infra/setup/closing-line.mjs';

const passed = { status: 'passed' };
const failed = { status: 'failed' };

test('counts tests, not files', () => {
  const counts = countTests(
    {
      testResults: [
        { status: 'passed', assertionResults: [passed, passed, { status: 'pending' }] },
        { status: 'failed', assertionResults: [passed, failed, { status: 'todo' }] },
      ],
    },
    1,
  );
  expect(counts).toEqual({ passed: 3, failed: 1, skipped: 2 });
  expect(closingLine(counts)).toBe('2 skipped: they need LOOPWRIGHT_SHARED\n3 passed, 1 failed');
  expect(exitCodeOf(counts)).toBe(1);
});

test('ends well when all that ran has passed', () => {
  const counts = countTests({ testResults: [{ status: 'passed', assertionResults: [passed] }] }, 0);
  expect(closingLine(counts)).toBe('1 passed, 0 failed');
  expect(exitCodeOf(counts)).toBe(0);
});

test('counts a file that could not be collected as a failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [passed] },
    { status: 'failed', assertionResults: [] },
  ];
  const counts = countTests({ testResults }, 1);
  expect(closingLine(counts)).toBe('1 passed, 1 failed');
});

test('counts an unhandled error as a failure although every test passed', () => {
  const counts = countTests({ testResults: [{ status: 'passed', assertionResults: [passed] }] }, 1);
  expect(closingLine(counts)).toBe('1 passed, 1 failed');
  expect(exitCodeOf(counts)).toBe(1);
});

test('counts a run without a report as a failure', () => {
  expect(closingLine(countTests(undefined, 1))).toBe('0 passed, 1 failed');
});

test('does not end well when nothing was executed', () => {
  const skipped = [{ status: 'passed', assertionResults: [{ status: 'pending' }] }];
  const counts = countTests({ testResults: skipped }, 0);
  expect(closingLine(counts)).toMatch(/^1 skipped.*\n0 passed, 0 failed$/);
  expect(exitCodeOf(counts)).toBe(1);
});
