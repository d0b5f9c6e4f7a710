/* Trains the model of src/lib.rs from C: it should be right of at least 95 of 100 points, and make no call of malloc. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ring.h"

enum { POINTS = 512, STEPS = 600 };

static float params[RING_PARAMS], gradient[RING_PARAMS];
static ring_workspace workspace;
static ring_batch_workspace batch_workspace;
static ring_adamw adamw;
static float points[POINTS][2];
static uint8_t classes[POINTS];

/* Numbers from -1 to 1. */
static float next_random(void) {
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 8388608.0f - 1.0f;
}

static void draw(void) {
    for (int i = 0; i < POINTS; i++) {
        points[i][0] = next_random();
        points[i][1] = next_random();
        float radius = sqrtf(points[i][0] * points[i][0] + points[i][1] * points[i][1]);
        classes[i] = radius > 0.4f && radius < 0.9f;
    }
}

static int failed(int32_t code) {
    if (code != RING_OK) printf("error %d: %s\n", (int)code, ring_error_text(code));
    return code != RING_OK;
}

/* The largest difference between the gradient and central differences of the loss. */
static float gradient_error(void) {
    float largest = 0, above, below, value;
    memset(gradient, 0, sizeof gradient);
    ring_loss_grad(params, gradient, &workspace, points[0], classes[0], &value);
    for (int i = 0; i < RING_PARAMS; i++) {
        float old = params[i], step = 0.01f;
        params[i] = old + step;
        ring_loss(params, &workspace, points[0], classes[0], &above);
        params[i] = old - step;
        ring_loss(params, &workspace, points[0], classes[0], &below);
        params[i] = old;
        largest = fmaxf(largest, fabsf((above - below) / (2 * step) - gradient[i]));
    }
    return largest;
}

int main(void) {
    float loss = 0, first = 0;
    draw();
    if (failed(ring_init(params, 1)) || failed(ring_adamw_init(&adamw, 0.01))) return 1;
    adamw.decay = 0;
    float error = gradient_error();
    printf("gradient: within %.0e of finite differences\n", (double)error);
    if (!(error < 1e-3f)) return 1;
    for (int step = 0; step < STEPS; step++) {
        int32_t code = ring_loss_adamw_batch(params, gradient, &adamw, &batch_workspace, POINTS, points, classes, &loss);
        if (failed(code)) return 1;
        if (step == 0) first = loss;
    }
    printf("loss: %.3f, then %.3f after %d steps\n", (double)first, (double)loss, (int)adamw.steps);
    draw();
    int right = 0;
    static float scores[POINTS][2];
    if (failed(ring_scores_batch(params, &batch_workspace, POINTS, points, scores))) return 1;
    for (int i = 0; i < POINTS; i++) right += (scores[i][1] > scores[i][0]) == classes[i];
    printf("right of %d new points: %d\n", POINTS, right);

    /* What is wrong with an argument is a code, and nothing is changed. */
    float before = params[0];
    int32_t codes[] = {
        ring_loss_sgd(params, 0.1f, &workspace, points[0], 2, NULL),
        ring_loss_sgd(params, 0.1f, &workspace, NULL, 1, NULL),
        ring_loss_sgd(params, 0.1f, (ring_workspace *)((char *)&workspace + 1), points[0], 1, NULL),
        ring_loss_sgd_batch(params, gradient, 0.1f, &batch_workspace, 0, points, classes, NULL),
        ring_loss_sgd_batch(params, gradient, 0.1f, &batch_workspace, SIZE_MAX, points, classes, NULL),
        ring_init(NULL, 1),
    };
    int32_t expected[] = {16, RING_POINTER, RING_POINTER, RING_EMPTY, RING_POINTER, RING_POINTER};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) {
        printf("error %d: %s\n", (int)codes[i], ring_error_text(codes[i]));
        if (codes[i] != expected[i]) return 1;
    }
    if (memcmp(&before, params, sizeof before) != 0) return 1;
    return right * 100 >= POINTS * 95 ? 0 : 1;
}
