/** The words of the task's picture, in the language of its goal. */
import type { StepStatus } from '../../machines/task/task-view.ts';
import type { TaskStatus } from '../../shared/events/router-events.ts';

export type Labels = {
  readonly task: string;
  readonly planning: string;
  readonly after: string;
  readonly attempt: string;
  readonly try: string;
  readonly rejected: string;
  readonly failed: string;
  readonly score: string;
  readonly answer: string;
  readonly reason: string;
  readonly cure: string;
  readonly effects: string;
  readonly question: string;
  readonly answerWith: string;
  readonly seconds: string;
  readonly of: string;
  readonly steps: string;
  readonly step: Readonly<Record<StepStatus, string>>;
  readonly status: Readonly<Record<TaskStatus, string>>;
};

const ENGLISH: Labels = {
  task: 'task',
  planning: 'planning',
  after: 'also after',
  attempt: 'attempt',
  try: 'try',
  rejected: 'rejected',
  failed: 'failed',
  score: 'score',
  answer: 'answer',
  reason: 'reason',
  cure: 'cure',
  effects: 'effects at the provider',
  question: 'waits for you',
  answerWith: 'answer with',
  seconds: 's',
  of: 'of',
  steps: 'steps',
  step: {
    waiting: 'waiting',
    thinking: 'thinking',
    acting: 'acting',
    observing: 'observing',
    accepted: 'accepted',
    failed: 'failed',
    skipped: 'skipped',
    cancelled: 'cancelled',
  },
  status: {
    queued: 'queued',
    thinking: 'thinking',
    acting: 'acting',
    observing: 'observing',
    waiting: 'waiting',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
  },
};

const CHINESE: Labels = {
  task: '任务',
  planning: '规划中',
  after: '另需等待',
  attempt: '第几次尝试：',
  try: '第几次调用：',
  rejected: '未通过',
  failed: '失败',
  score: '评分',
  answer: '回答',
  reason: '原因',
  cure: '建议',
  effects: '供应商处实际生效',
  question: '等待您的决定',
  answerWith: '回答命令',
  seconds: '秒',
  of: '/',
  steps: '步',
  step: {
    waiting: '等待',
    thinking: '思考',
    acting: '执行',
    observing: '检查',
    accepted: '通过',
    failed: '失败',
    skipped: '跳过',
    cancelled: '取消',
  },
  status: {
    queued: '排队',
    thinking: '思考',
    acting: '执行',
    observing: '检查',
    waiting: '等待',
    completed: '完成',
    failed: '失败',
    cancelled: '取消',
  },
};

/** Han characters in the goal ask for Chinese. */
export const labelsFor = (goal: string): Labels =>
  /\p{Script=Han}/u.test(goal) ? CHINESE : ENGLISH;
