import { describe, expect, it } from 'vitest';
import { constraintExpects } from '../../../shared/plan/constraint-expects.ts';

const ROUTE = 'tool = "query_flight" ? params.arr_city = "上海" : true';
const PRICE = 'tool = "book_hotel" ? data.price <= 1000 : true';

describe('the constraints of a specification', () => {
  it('are checks of parameters or of results, by what they read', () => {
    const { onParams, onData } = constraintExpects({
      language: 'en',
      constraints: [
        { id: 'route', text: '北京 → 上海', check: ROUTE },
        { id: 'price', text: 'hotel ≤ ¥1000', check: PRICE },
        { id: 'sum', text: 'in all ≤ ¥2000', check: '$sum(results.*.price) <= 2000' },
        { id: 'polite', text: 'polite words' },
      ],
    });
    expect(onParams).toEqual([
      {
        rule: 'constraint route',
        test: ROUTE,
        layer: 'semantics',
        class: 'parameter',
        message: 'not as asked: 北京 → 上海',
      },
    ]);
    expect(onData.map(({ rule, class: cls }) => [rule, cls])).toEqual([
      ['constraint price', 'result'],
      ['constraint sum', 'result'],
    ]);
  });

  it('refuse a check that does not parse', () => {
    expect(() =>
      constraintExpects({ language: 'zh', constraints: [{ id: 'x', text: 'x', check: '1 +' }] }),
    ).toThrow(expect.objectContaining({ code: 'BINDING_INVALID' }));
  });
});
