// A struct for a point and a lambda that turns it.
// TODO(3)
    struct Point { float x, y; };
    const auto turn = [=](Point p) { return Point{cosine * p.x + sine * p.y, cosine * p.y - sine * p.x}; };
    const Point half{cols * 0.5f, rows * 0.5f};
    const Point at = turn({col - half.x + 0.5f, row - half.y + 0.5f});
    out[col + row * cols] = tex2D<float>(object, (at.x + half.x) / cols, (at.y + half.y) / rows);
// END TODO(3)
